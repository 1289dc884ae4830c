using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace PooledGen.RealCode;

/// <summary>
/// A folder with the sources of other people's projects. Each project is compiled against the running framework and the other projects of the
/// folder; packages are missing, so part of the code does not bind.
/// </summary>
internal sealed class SourceRepository
{
    private static readonly MetadataReference[] s_framework = [.. Framework()];

    // The rules know a project of tests or benchmarks by a reference. All else of the packages is missing.
    private static readonly MetadataReference s_tests = CSharpCompilation.Create("BenchmarkDotNet").ToMetadataReference();

    private static readonly string[] s_symbols =
    [
        "NET", "NETCOREAPP", "NETCOREAPP3_0_OR_GREATER", "NETCOREAPP3_1_OR_GREATER", "NET5_0_OR_GREATER", "NET6_0_OR_GREATER", "NET7_0_OR_GREATER",
        "NET8_0_OR_GREATER", "NET9_0_OR_GREATER", "NET10_0_OR_GREATER", "NET8_0", "NETCOREAPP2_1_OR_GREATER", "NETCOREAPP2_0_OR_GREATER",
    ];

    private readonly Dictionary<SourceProject, CSharpCompilation> _compilations = [];
    private readonly HashSet<SourceProject> _open = [];

    public SourceRepository(string folder)
    {
        Folder = Path.GetFullPath(folder);
        Projects = [.. Directory.GetFiles(Folder, "*.csproj", SearchOption.AllDirectories).Order(StringComparer.Ordinal).Select(Load).OfType<SourceProject>()];
    }

    public string Folder { get; }

    public IReadOnlyList<SourceProject> Projects { get; }

    public CSharpCompilation Compile(SourceProject project)
    {
        if (_compilations.TryGetValue(project, out CSharpCompilation? compilation))
            return compilation;

        _open.Add(project);
        var options = new CSharpParseOptions(
            LanguageVersion.Preview, preprocessorSymbols: s_symbols.Concat(project.Symbols).Where(SyntaxFacts.IsValidIdentifier));
        string usings = string.Concat(project.GlobalUsings.Distinct().Select(static name => $"global using {name};\n"));
        compilation = CSharpCompilation.Create(
            Path.GetFileNameWithoutExtension(project.Path),
            [
                CSharpSyntaxTree.ParseText(usings, options),
                .. project.Sources.AsParallel().AsOrdered().Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), options, file)),
            ],
            [.. s_framework, .. ReferencesOf(project), .. project.IsOfTests ? [s_tests] : Array.Empty<MetadataReference>()],
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Annotations));
        _open.Remove(project);
        return _compilations[project] = compilation;
    }

    // Two projects of a folder may refer to each other, where conditions were not evaluated.
    private IEnumerable<MetadataReference> ReferencesOf(SourceProject project)
    {
        var found = new HashSet<SourceProject>();
        var queue = new Queue<SourceProject>([project]);
        while (queue.Count > 0)
        {
            foreach (string reference in queue.Dequeue().ProjectReferences)
            {
                if (Projects.FirstOrDefault(other => Path.GetFileName(other.Path) == reference) is { } other && !_open.Contains(other) && found.Add(other))
                    queue.Enqueue(other);
            }
        }

        return found.Select(other => Compile(other).ToMetadataReference());
    }

    private static SourceProject? Load(string path)
    {
        try
        {
            return new SourceProject(path);
        }
        catch (System.Xml.XmlException)
        {
            return null; // a template
        }
    }

    private static IEnumerable<MetadataReference> Framework()
    {
        string framework = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
        string web = framework.Replace("Microsoft.NETCore.App", "Microsoft.AspNetCore.App");
        return ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => Path.GetDirectoryName(path) == framework)
            .Concat(Directory.Exists(web) ? Directory.GetFiles(web, "*.dll") : [])
            .DistinctBy(static path => Path.GetFileName(path))
            .Select(static path => MetadataReference.CreateFromFile(path));
    }
}
