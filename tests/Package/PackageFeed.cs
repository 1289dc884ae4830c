using System.IO.Compression;
using System.Reflection;
using System.Text;

namespace PooledGen.Package.Tests;

/// <summary>The packages, packed once for all tests into a folder that serves as a feed. Gone when they are done.</summary>
public sealed class PackageFeed : IAsyncLifetime
{
    /// <summary>A version that no other feed can have: what a consumer gets is what was packed here.</summary>
    public const string Version = "0.0.0-packed";

    /// <summary>PooledGen.Analyzers is in the feed in an older and in a newer version, too.</summary>
    public const string OlderVersion = "0.0.0-older";

    public const string NewerVersion = "0.0.1-packed";

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("PooledGen.Package.");

    public string Folder => Path.Combine(_root.FullName, "feed");

    /// <summary>An empty global packages folder, so that nothing restored earlier can stand in.</summary>
    public string Cache => Path.Combine(_root.FullName, "cache");

    private string Artifacts => Path.Combine(_root.FullName, "artifacts");

    public async Task InitializeAsync()
    {
        await PackAsync(Folder, "AnalyzersProject");
        PublishAnalyzersAs(OlderVersion);
        PublishAnalyzersAs(NewerVersion);
        await PackAsync(Folder, "RuntimeProject");
        await PackAsync(Folder, "DiagnosticsProject");
        await PackAsync(Folder, "AspNetCoreProject");
        await PackAsync(Folder, "PoolCheckProject");
        await File.WriteAllTextAsync(Path.Combine(_root.FullName, "nuget.config"), await ConfigurationAsync());
    }

    /// <summary>Builds and packs PooledGen and its rules once more, from nothing.</summary>
    /// <returns>The folder with the packages.</returns>
    public async Task<string> PackAgainAsync()
    {
        // In the same folder, because the paths of generated files get into the symbols, and hence into the assemblies.
        Directory.Delete(Artifacts, recursive: true);
        string folder = CreateFolder("again");
        await PackAsync(folder, "AnalyzersProject");
        await PackAsync(folder, "RuntimeProject");
        return folder;
    }

    public Task DisposeAsync()
    {
        _root.Delete(recursive: true);
        return Task.CompletedTask;
    }

    /// <summary>The folder that this repository lies in.</summary>
    public static string Repository { get; } = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(ProjectFile("RuntimeProject"))!, "..", ".."));

    public string CreateFolder(string name) => _root.CreateSubdirectory(name).FullName;

    /// <summary>A packed file: its name inside the package, and its bytes.</summary>
    public static IReadOnlyDictionary<string, byte[]> Read(string folder, string extension, string package = "PooledGen")
    {
        using ZipArchive archive = ZipFile.OpenRead(Path.Combine(folder, $"{package}.{Version}.{extension}"));
        return archive.Entries.ToDictionary(entry => entry.FullName, ReadAll);
    }

    // As the release workflow packs. Leaves alone what the repository's own build made. That build has run the rules and the style already.
    private async Task PackAsync(string folder, string name)
    {
        // Source Link needs a remote on GitHub, and this clone may come from elsewhere: git's configuration of the user, which such a build ignores, has one.
        await File.WriteAllTextAsync(
            Path.Combine(CreateFolder("git"), "config"), "[remote \"published\"]\n    url = https://github.com/pooledgen/pooledgen\n");
        string project = ProjectFile(name);
        await DotNet.RunAsync(
            Path.GetDirectoryName(project)!,
            [
                "pack", project, "--artifacts-path", Artifacts, "--output", folder, $"-p:PackageVersion={Version}", "-p:RunAnalyzers=false",
                "-p:ContinuousIntegrationBuild=true", "-p:GitRepositoryConfigurationScope=", "-p:GitRepositoryRemoteName=published",
            ],
            configuration: _root.FullName);
    }

    // The same package with another version in its description.
    private void PublishAnalyzersAs(string version)
    {
        string package = Path.Combine(Folder, $"PooledGen.Analyzers.{version}.nupkg");
        File.Copy(Path.Combine(Folder, $"PooledGen.Analyzers.{Version}.nupkg"), package);
        using ZipArchive archive = ZipFile.Open(package, ZipArchiveMode.Update);
        ZipArchiveEntry description = archive.GetEntry("PooledGen.Analyzers.nuspec")!;
        string text = Encoding.UTF8.GetString(ReadAll(description)).Replace($"<version>{Version}<", $"<version>{version}<", StringComparison.Ordinal);
        using var writer = new StreamWriter(description.Open());
        writer.BaseStream.SetLength(0);
        writer.Write(text);
    }

    // For all folders below. Adds the feed to whatever sources this machine has, and lets PooledGen come from nowhere else.
    private async Task<string> ConfigurationAsync()
    {
        IEnumerable<string> others = (await SourcesAsync(Folder))
            .Select(name => $"""<packageSource key="{name}"><package pattern="*" /></packageSource>""");
        return $"""
            <configuration>
              <packageSources>
                <add key="packed" value="{Folder}" />
              </packageSources>
              <packageSourceMapping>
                <packageSource key="packed"><package pattern="PooledGen" /><package pattern="PooledGen.*" /><package pattern="dotnet-poolcheck" /></packageSource>
                {string.Concat(others)}
              </packageSourceMapping>
            </configuration>
            """;
    }

    // Lines such as "  1.  the name [Enabled]".
    private static async Task<IEnumerable<string>> SourcesAsync(string folder)
        => from line in (await DotNet.RunAsync(folder, "nuget", "list", "source")).Split('\n', StringSplitOptions.TrimEntries)
           where line.EndsWith(" [Enabled]", StringComparison.Ordinal)
           select line[(line.IndexOf('.', StringComparison.Ordinal) + 1)..^" [Enabled]".Length].Trim();

    private static string ProjectFile(string name)
        => typeof(PackageFeed).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(item => item.Key == name).Value!;

    private static byte[] ReadAll(ZipArchiveEntry entry)
    {
        using Stream content = entry.Open();
        using var copy = new MemoryStream();
        content.CopyTo(copy);
        return copy.ToArray();
    }
}

/// <summary>The tests share the feed and run one after the other: each of them keeps all cores busy.</summary>
[CollectionDefinition(Name)]
public sealed class UsesPackageFeed : ICollectionFixture<PackageFeed>
{
    public const string Name = "Package";
}
