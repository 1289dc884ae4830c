using System.IO.Compression;
using System.Reflection;

namespace PooledGen.Package.Tests;

/// <summary>The packages, packed once for all tests into a folder that serves as a feed. Gone when they are done.</summary>
public sealed class PackageFeed : IAsyncLifetime
{
    /// <summary>A version that no other feed can have: what a consumer gets is what was packed here.</summary>
    public const string Version = "0.0.0-packed";

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("PooledGen.Package.");

    public string Folder => Path.Combine(_root.FullName, "feed");

    /// <summary>An empty global packages folder, so that nothing restored earlier can stand in.</summary>
    public string Cache => Path.Combine(_root.FullName, "cache");

    public async Task InitializeAsync()
    {
        await PackAsync(Folder);
        await PackAsync(Folder, "AspNetCoreProject");
    }

    public Task DisposeAsync()
    {
        _root.Delete(recursive: true);
        return Task.CompletedTask;
    }

    /// <summary>Packs from scratch, without touching what the repository's own build left behind.</summary>
    /// <param name="folder">Where the package goes.</param>
    /// <param name="name">The project, as the metadata of this assembly calls it.</param>
    public async Task PackAsync(string folder, string name = "RuntimeProject")
    {
        // The same folder each time: the paths of generated files get into the symbols, hence into the assemblies.
        string artifacts = Path.Combine(_root.FullName, "artifacts");
        string project = ProjectFile(name);
        await DotNet.RunAsync(
            Path.GetDirectoryName(project)!, "pack", project, "--artifacts-path", artifacts, "--output", folder, $"-p:PackageVersion={Version}");
        Directory.Delete(artifacts, recursive: true);
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
