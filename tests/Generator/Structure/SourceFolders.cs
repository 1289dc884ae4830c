using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Tests.Structure;

/// <summary>Which folder of an assembly's sources names the types of which other folder.</summary>
internal static class SourceFolders
{
    // What the SDK's implicit usings write into each project.
    public const string GlobalUsings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    /// <summary>What the sources are parsed with: the symbols of net10.0.</summary>
    public static CSharpParseOptions Options { get; }
        = new(LanguageVersion.Preview, preprocessorSymbols: ["NET", "NET8_0_OR_GREATER", "NET9_0_OR_GREATER", "NET10_0_OR_GREATER"]);

    /// <summary>The types that are declared in a folder and below it, each with its files.</summary>
    /// <param name="folder">The folder of the sources, from the root of the repository.</param>
    public static IEnumerable<(string Type, string[] Files)> Declarations(string folder)
        => from path in Sources(Path.Combine(RepositoryRoot(), folder))
           from type in CSharpSyntaxTree.ParseText(File.ReadAllText(path), Options).GetRoot().DescendantNodes().OfType<BaseTypeDeclarationSyntax>()
           where type.Parent is BaseNamespaceDeclarationSyntax
           group path by type.Identifier.ValueText + "`" + ((type as TypeDeclarationSyntax)?.Arity ?? 0) into files
           select (files.Key, files.Distinct().ToArray());

    /// <summary>The arrows of an assembly, each with a place where it begins: "Streams -> Writers", "PooledStream.cs: SegmentList".</summary>
    /// <param name="folder">The folder of the sources, from the root of the repository.</param>
    /// <param name="depth">How many folders below it count: those further down belong to theirs.</param>
    /// <remarks>What lies in src/Shared is below them all, and named without an arrow: other assemblies compile it without these folders.</remarks>
    public static SortedDictionary<string, string> Arrows(string folder, int depth = 1)
    {
        string root = Path.Combine(RepositoryRoot(), folder);
        string shared = Path.Combine(RepositoryRoot(), "src", "Shared");
        IEnumerable<(string, string)> sources = Sources(root).Concat(Sources(shared)).Select(static path => (path, File.ReadAllText(path)));
        SortedDictionary<string, string> arrows = new(StringComparer.Ordinal);
        foreach ((string file, INamedTypeSymbol type) in TypesNamedIn(Compile(sources)))
        {
            string declared = type.Locations[0].SourceTree!.FilePath;
            if (file.StartsWith(shared, StringComparison.Ordinal) || declared.StartsWith(shared, StringComparison.Ordinal))
                continue;

            (string from, string to) = (RoomOf(file), RoomOf(declared));
            if (from != to)
                arrows.TryAdd($"{from} -> {to}", $"{Path.GetFileName(file)}: {type.Name}");
        }

        return arrows;

        string RoomOf(string path)
        {
            string[] parts = Path.GetRelativePath(root, path).Split(Path.DirectorySeparatorChar);
            return parts.Length == 1 ? "." : string.Join('/', parts[..^1].Take(depth));
        }
    }

    // Without the assemblies of the repository that the sources refer to.
    private static CSharpCompilation Compile(IEnumerable<(string Path, string Text)> sources) => CSharpCompilation.Create(
        "sources",
        [.. sources.Select(static source => CSharpSyntaxTree.ParseText(source.Text, Options, source.Path)), CSharpSyntaxTree.ParseText(GlobalUsings, Options)],
        References(),
        new(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));

    // Each place where a file of a compilation names a type that is declared in one of its files.
    private static IEnumerable<(string File, INamedTypeSymbol Type)> TypesNamedIn(CSharpCompilation compilation)
        => from tree in compilation.SyntaxTrees
           let model = compilation.GetSemanticModel(tree)
           from name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>()
           let type = model.GetSymbolInfo(name).Symbol as INamedTypeSymbol
           where type is { Locations: [{ SourceTree.FilePath.Length: > 0 }, ..] }
           select (tree.FilePath, type);

    /// <summary>The C# files of a folder and below it, without those that a build has written.</summary>
    /// <param name="root">The full path of the folder.</param>
    public static IEnumerable<string> Sources(string root)
        => Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories).Where(path => !IsBuilt(Path.GetRelativePath(root, path)));

    /// <summary>The folder of the solution.</summary>
    /// <param name="file">The compiler fills it in: the search begins there.</param>
    public static string RepositoryRoot([CallerFilePath] string file = "")
    {
        string? folder = Path.GetDirectoryName(file);
        while (!File.Exists(Path.Combine(folder!, "PooledGen.sln")))
            folder = Path.GetDirectoryName(folder);

        return folder!;
    }

    private static bool IsBuilt(string path) => path.Split(Path.DirectorySeparatorChar).Any(static folder => folder is "bin" or "obj");

    private static IEnumerable<MetadataReference> References()
        => ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(static path => !Path.GetFileName(path).StartsWith("PooledGen", StringComparison.Ordinal))
            .Select(static path => MetadataReference.CreateFromFile(path));
}
