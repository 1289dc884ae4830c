using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Tests.Structure;

/// <summary>A type lies where one looks for it: in a file of its name. A short one that only its neighbours use lies beside them.</summary>
public class TypeFileTests
{
    // Of a type that lies in a file of another name.
    private const int MostLines = 25;
    private const int MostFiles = 2;

    public static TheoryData<string> Projects
        => [.. from half in new[] { "src", "check/src" }
               from project in Directory.EnumerateFiles(Path.Combine(SourceFolders.RepositoryRoot(), half), "*.csproj", SearchOption.AllDirectories)
               orderby project
               select $"{half}/{Path.GetFileName(Path.GetDirectoryName(project))}"];

    [Theory]
    [MemberData(nameof(Projects))]
    public void Type_ThatOtherFilesName_HasAFileOfItsName(string project)
    {
        string[] files = [.. SourceFolders.Sources(Path.Combine(SourceFolders.RepositoryRoot(), project))];

        Assert.NotEmpty(files);
        Assert.Empty(Misplaced(files.Select(static path => (path, File.ReadAllText(path)))));
    }

    [Theory]
    [InlineData("Other.cs", 26, 1, "Other.cs: Own has 26 lines, and 1 other files name it; it needs a file of its own name")]
    [InlineData("Other.cs", 3, 3, "Other.cs: Own has 3 lines, and 3 other files name it; it needs a file of its own name")]
    [InlineData("Other.cs", 26, 0, null)]
    [InlineData("Other.cs", 25, 2, null)]
    [InlineData("Own.cs", 26, 3, null)]
    [InlineData("Own.Verb.cs", 26, 3, null)]
    [InlineData("OwnOfT.cs", 26, 3, null)]
    public void TypeInAFile_IsReported_IfItIsLongAndOneOtherFileNamesIt_OrIfThreeDo(string file, int lines, int others, string? expected)
    {
        string type = $"/// <summary>Not a line of it.</summary>\nclass Own\n{{\n{new('\n', lines - 3)}}}\nclass Beside : Own;";

        IEnumerable<string> reports = Misplaced(Enumerable.Range(0, others).Select(static i => ($"User{i}.cs", $"class User{i} : Own;")).Prepend((file, type)));

        Assert.Equal(expected is null ? [] : [expected], reports);
    }

    private static IEnumerable<string> Misplaced(IEnumerable<(string Path, string Text)> sources)
    {
        CSharpCompilation compilation = SourceFolders.Compile(sources);
        ILookup<ISymbol, string> files = SourceFolders.TypesNamedIn(compilation)
            .ToLookup<(string File, INamedTypeSymbol Type), ISymbol, string>(
                static name => name.Type.OriginalDefinition, static name => name.File, SymbolEqualityComparer.Default);

        return from tree in compilation.SyntaxTrees
               let model = compilation.GetSemanticModel(tree)
               from type in TypesIn(tree.GetRoot())
               let symbol = model.GetDeclaredSymbol(type)
               where Path.GetFileName(tree.FilePath).Split('.')[0] is var name && name != symbol.Name && name != $"{symbol.Name}OfT"
               let lines = tree.GetLineSpan(type.Span).EndLinePosition.Line - tree.GetLineSpan(type.Span).StartLinePosition.Line + 1
               let others = files[symbol].Where(file => file != tree.FilePath).Distinct().Count()
               where others > MostFiles || (others > 0 && lines > MostLines)
               select $"{Path.GetFileName(tree.FilePath)}: {symbol.Name} has {lines} lines, and {others} other files name it; it needs a file of its own name";
    }

    private static IEnumerable<MemberDeclarationSyntax> TypesIn(SyntaxNode root)
        => root.DescendantNodes(static node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax).OfType<MemberDeclarationSyntax>()
            .Where(static member => member is BaseTypeDeclarationSyntax or DelegateDeclarationSyntax);
}
