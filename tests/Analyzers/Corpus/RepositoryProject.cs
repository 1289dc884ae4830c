using System.Reflection;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Generator;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Corpus;

/// <summary>One of this repository's own projects, compiled in memory from its files as its project file says.</summary>
internal sealed record RepositoryProject(string Folder)
{
    // What ImplicitUsings stands for; Microsoft.NET.Sdk.Web adds the second group.
    private const string GlobalUsings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Net.Http;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    private const string WebUsings = """
        global using System.Net.Http.Json;
        global using Microsoft.AspNetCore.Builder;
        global using Microsoft.AspNetCore.Hosting;
        global using Microsoft.AspNetCore.Http;
        global using Microsoft.AspNetCore.Routing;
        global using Microsoft.Extensions.Configuration;
        global using Microsoft.Extensions.DependencyInjection;
        global using Microsoft.Extensions.Hosting;
        global using Microsoft.Extensions.Logging;
        """;

    // Enough for the references of each project: the framework's, ASP.NET Core's, and the compiler's.
    private static readonly Lazy<MetadataReference[]> s_references = new(() =>
        [.. Assemblies().DistinctBy(path => Path.GetFileName(path)).Select(path => MetadataReference.CreateFromFile(path))]);

    // The tool rents nothing, and needs packages that are not here.
    public static IEnumerable<RepositoryProject> All =>
        from folder in new[] { "src", "check/src", "samples" }
        from project in Directory.GetFiles(Repository.PathTo(folder), "*.csproj", SearchOption.AllDirectories)
        where !Path.GetFileName(project).StartsWith("PoolCheck", StringComparison.Ordinal)
        select new RepositoryProject($"{folder}/{Path.GetFileName(Path.GetDirectoryName(project))}");

    private string ProjectFile => Directory.GetFiles(Repository.PathTo(Folder), "*.csproj").Single();

    private bool IsWeb => File.ReadAllText(ProjectFile).Contains("Microsoft.NET.Sdk.Web", StringComparison.Ordinal);

    /// <summary>The sources with what the generator adds to them.</summary>
    public CSharpCompilation Compile()
    {
        var options = new CSharpParseOptions(
            LanguageVersion.CSharp14, preprocessorSymbols: ["DEBUG", "NET", "NET8_0_OR_GREATER", "NET9_0_OR_GREATER", "NET10_0_OR_GREATER"]);
        IEnumerable<string> files = Directory.GetFiles(Repository.PathTo(Folder), "*.cs", SearchOption.AllDirectories)
            .Concat(LinkedFiles())
            .Where(file => !file.Split(Path.DirectorySeparatorChar).Any(part => part is "obj" or "bin"));
        CSharpCompilation compilation = CSharpCompilation.Create(
            Path.GetFileNameWithoutExtension(ProjectFile),
            [
                CSharpSyntaxTree.ParseText(GlobalUsings + (IsWeb ? WebUsings : "") + ProjectUsings(), options),
                .. files.Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), options, file)),
            ],
            References(),
            new CSharpCompilationOptions(
                Folder.StartsWith("samples", StringComparison.Ordinal) ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary,
                allowUnsafe: true,
                nullableContextOptions: NullableContextOptions.Enable));

        CSharpGeneratorDriver.Create([new PooledBufferGenerator().AsSourceGenerator(), JsonGenerator().AsSourceGenerator()], parseOptions: options)
            .RunGeneratorsAndUpdateCompilation(compilation, out Compilation output, out _);
        return (CSharpCompilation)output;
    }

    public override string ToString() => Folder;

    private IEnumerable<MetadataReference> References()
    {
        if (Folder is "src/Runtime" or "check/src/Diagnostics")
            return s_references.Value;

        IEnumerable<MetadataReference> libraries = [.. s_references.Value, ConsumerFramework.Net100.Runtime, Compiled("check/src/Diagnostics")];
        return IsWeb ? libraries.Append(Compiled("src/AspNetCore")) : libraries;
    }

    private static MetadataReference Compiled(string folder) => new RepositoryProject(folder).Compile().ToMetadataReference();

    // <Compile Include="../Runtime/Pool/Clearing.cs" Link="..." />
    private IEnumerable<string> LinkedFiles() =>
        from item in XDocument.Load(ProjectFile).Descendants("Compile")
        from include in ((string?)item.Attribute("Include") ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
        let path = Path.GetFullPath(Path.Combine(Repository.PathTo(Folder), include))
        from file in Directory.GetFiles(Path.GetDirectoryName(path)!, Path.GetFileName(path))
        select file;

    // <Using Include="PooledGen.Generator" />
    private string ProjectUsings() => string.Concat(
        from item in XDocument.Load(ProjectFile).Descendants("Using")
        from space in ((string)item.Attribute("Include")!).Split(';')
        select $"global using {space};");

    // The SDK's own, which src/AspNetCore is compiled with.
    private static IIncrementalGenerator JsonGenerator()
    {
        string pack = Directory.GetDirectories(Path.Combine(Framework, "../../../packs/Microsoft.NETCore.App.Ref"), "10.*").Max(StringComparer.Ordinal)!;
        var assembly = Assembly.LoadFrom(Path.GetFullPath(Path.Combine(pack, "analyzers/dotnet/cs/System.Text.Json.SourceGeneration.dll")));
        return (IIncrementalGenerator)Activator.CreateInstance(assembly.GetTypes().Single(type => type.Name == "JsonSourceGenerator"))!;
    }

    private static string Framework => Path.GetDirectoryName(typeof(object).Assembly.Location)!;

    private static IEnumerable<string> Assemblies()
    {
        string framework = Framework;
        string aspNetCore = framework.Replace("Microsoft.NETCore.App", "Microsoft.AspNetCore.App");
        return
        [
            .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Where(path => Path.GetDirectoryName(path) == framework),
            .. Directory.Exists(aspNetCore) ? Directory.GetFiles(aspNetCore, "*.dll") : [],
            .. Directory.GetFiles(AppContext.BaseDirectory, "Microsoft.CodeAnalysis*.dll"),
            .. Directory.GetFiles(AppContext.BaseDirectory, "System.Composition*.dll"),
        ];
    }
}
