using System.Xml.Linq;

namespace PooledGen.RealCode;

/// <summary>
/// A project file, read without MSBuild: its folder's sources, what it includes besides, and the projects that it refers to. Conditions and
/// most properties are not evaluated, so a project may miss sources or have too many.
/// </summary>
internal sealed class SourceProject
{
    private static readonly string[] s_testPackages = ["BenchmarkDotNet", "MSTest", "MSTest.TestFramework", "NUnit", "TUnit", "xunit", "xunit.v3"];

    private readonly XDocument _document;

    public SourceProject(string path)
    {
        Path = path;
        _document = XDocument.Load(path);
        Sources = [.. DefaultSources().Concat(Included(_document, Folder)).Concat(Imported()).Distinct(StringComparer.Ordinal)];
        MentionsPools = Sources.Any(static source => MentionPool(File.ReadAllText(source)));
    }

    private static bool MentionPool(string text)
        => text.Contains("ArrayPool<", StringComparison.Ordinal) || text.Contains("MemoryPool<", StringComparison.Ordinal);

    public string Path { get; }

    public string Folder => System.IO.Path.GetDirectoryName(Path)!;

    public IReadOnlyList<string> Sources { get; }

    public bool MentionsPools { get; }

    public IEnumerable<string> ProjectReferences => Items(_document, "ProjectReference").Select(static path => path.Split('/')[^1]);

    /// <summary>Whether the project has a package for tests or benchmarks.</summary>
    public bool IsOfTests => Settings()
        .SelectMany(static settings => settings.Descendants().Where(static element => element.Name.LocalName == "PackageReference" && !IsConditional(element)))
        .Any(static package => s_testPackages.Contains((string?)package.Attribute("Include"), StringComparer.OrdinalIgnoreCase));

    /// <summary>The namespaces that the project imports everywhere, those of the SDK's implicit usings included.</summary>
    public IEnumerable<string> GlobalUsings => Settings().SelectMany(static settings => Items(settings, "Using"))
        .Concat(Settings().SelectMany(static settings => Values(settings, "ImplicitUsings")).Any(static value => value is "enable" or "true")
            ? ["System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading", "System.Threading.Tasks"]
            : []);

    public IEnumerable<string> Symbols => Settings()
        .SelectMany(static settings => settings.Descendants().Where(static element => element.Name.LocalName == "DefineConstants" && !IsConditional(element)))
        .SelectMany(static constants => constants.Value.Split([';', ','], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        .Where(static symbol => !symbol.Contains('$'));

    // The sources of the folder, but those of projects further down.
    private IEnumerable<string> DefaultSources()
    {
        var folders = new Stack<string>([Folder]);
        while (folders.Count > 0)
        {
            string folder = folders.Pop();
            foreach (string file in Directory.GetFiles(folder, "*.cs"))
                yield return file;

            foreach (string inner in Directory.GetDirectories(folder))
            {
                if (System.IO.Path.GetFileName(inner) is not ("obj" or "bin") && Directory.GetFiles(inner, "*.csproj").Length == 0)
                    folders.Push(inner);
            }
        }
    }

    private IEnumerable<string> Imported() =>
        from import in _document.Descendants().Where(static element => element.Name.LocalName == "Import")
        let path = Resolve((string?)import.Attribute("Project") ?? "", Folder)
        where path.EndsWith(".projitems", StringComparison.Ordinal) && File.Exists(path)
        from source in Included(XDocument.Load(path), System.IO.Path.GetDirectoryName(path)!)
        select source;

    private static IEnumerable<string> Included(XDocument document, string folder) =>
        from include in Items(document, "Compile")
        let path = Resolve(include, folder)
        let root = path.Split("/**")[0]
        from source in path.Contains('*') ? Matching(root, path) : [path]
        where File.Exists(source)
        select source;

    private static string[] Matching(string root, string path)
    {
        string folder = root == path ? System.IO.Path.GetDirectoryName(path)! : root;
        return Directory.Exists(folder)
            ? Directory.GetFiles(folder, System.IO.Path.GetFileName(path), root == path ? SearchOption.TopDirectoryOnly : SearchOption.AllDirectories)
            : [];
    }

    private static string Resolve(string include, string folder)
        => System.IO.Path.GetFullPath(include.Replace("$(MSBuildThisFileDirectory)", folder + "/").Replace('\\', '/'), folder);

    private IEnumerable<XDocument> Settings()
    {
        yield return _document;
        for (string? folder = Folder; folder is not null; folder = System.IO.Path.GetDirectoryName(folder))
        {
            if (File.Exists(System.IO.Path.Combine(folder, "Directory.Build.props")))
                yield return XDocument.Load(System.IO.Path.Combine(folder, "Directory.Build.props"));
        }
    }

    private static IEnumerable<string> Items(XDocument document, string name) =>
        from element in document.Descendants()
        where element.Name.LocalName == name
        from include in ((string?)element.Attribute("Include") ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
        select include.Replace('\\', '/');

    private static IEnumerable<string> Values(XDocument document, string name)
        => document.Descendants().Where(element => element.Name.LocalName == name).Select(static element => element.Value.Trim());

    private static bool IsConditional(XElement element) => element.AncestorsAndSelf().Any(static node => node.Attribute("Condition") is not null);
}
