using System.Diagnostics;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text.Json;
using System.Xml.Linq;

namespace PooledGen.Package.Tests;

/// <summary>A debugger finds the sources of what was packed: at the repository's address, at the commit.</summary>
[Collection(UsesPackageFeed.Name)]
public sealed class SourceLinkTests(PackageFeed feed)
{
    private static readonly Guid s_sourceLink = new("CC110556-A091-4D38-9FEC-25AB9A351A6A");
    private static readonly Guid s_embeddedSource = new("0E8A571B-6926-466E-B4AD-8AB04611F5FE");

    private static readonly Lazy<string> s_commit = new(static () =>
    {
        ProcessEnd git = ChildProcess.RunAsync(new ProcessStartInfo("git", ["rev-parse", "HEAD"]) { WorkingDirectory = PackageFeed.Repository })
            .GetAwaiter().GetResult();
        return git.Output.Trim();
    });

    [Theory]
    [InlineData("PooledGen", 5)]
    [InlineData("PooledGen.Analyzers", 2)]
    [InlineData("PooledGen.AspNetCore", 1)]
    [InlineData("PooledGen.Diagnostics", 2)]
    [InlineData("dotnet-poolcheck", 2)] // The same file: the package has it, and so has the symbol package.
    public void Symbols_OfAPackage_LeadToItsSourcesAtTheCommit(string package, int assemblies)
    {
        MetadataReader[] symbols = [.. Symbols(package)];

        Assert.Equal(assemblies, symbols.Length);
        Assert.All(symbols, static reader =>
        {
            Assert.Equal($"/_/* https://raw.githubusercontent.com/pooledgen/pooledgen/{s_commit.Value}/*", SourceLink(reader));
            Assert.All(reader.Documents, document => Assert.True(IsFound(reader, document), NameOf(reader, document)));
        });
    }

    [Theory]
    [InlineData("PooledGen")]
    [InlineData("PooledGen.Analyzers")]
    [InlineData("PooledGen.AspNetCore")]
    [InlineData("PooledGen.Diagnostics")]
    [InlineData("dotnet-poolcheck")]
    public void Description_OfAPackage_NamesTheRepositoryAndTheCommit(string package)
    {
        using var nuspec = new MemoryStream(PackageFeed.Read(feed.Folder, "nupkg", package)[$"{package}.nuspec"]);
        XElement repository = Assert.Single(XDocument.Load(nuspec).Descendants(), static element => element.Name.LocalName == "repository");

        Assert.Equal("https://github.com/pooledgen/pooledgen", repository.Attribute("url")!.Value);
        Assert.Equal(s_commit.Value, repository.Attribute("commit")!.Value);
    }

    // Those of our own assemblies: what the compiler loads carries them inside.
    private IEnumerable<MetadataReader> Symbols(string package)
    {
        IEnumerable<KeyValuePair<string, byte[]>> files = PackageFeed.Read(feed.Folder, "nupkg", package);
        if (package != "PooledGen.Analyzers")
            files = files.Concat(PackageFeed.Read(feed.Folder, "snupkg", package));

        return from file in files
               where file.Key.EndsWith(".pdb", StringComparison.Ordinal) || file.Key.StartsWith("analyzers/", StringComparison.Ordinal)
               select (file.Key.EndsWith(".pdb", StringComparison.Ordinal)
                   ? MetadataReaderProvider.FromPortablePdbImage([.. file.Value])
                   : Embedded(new PEReader([.. file.Value]))).GetMetadataReader();
    }

    private static MetadataReaderProvider Embedded(PEReader assembly) => assembly.ReadEmbeddedPortablePdbDebugDirectoryData(
        assembly.ReadDebugDirectory().Single(static entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb));

    // "/_/* https://..." for {"documents":{"/_/*":"https://..."}}.
    private static string SourceLink(MetadataReader reader)
    {
        byte[] json = Assert.Single(reader.GetCustomDebugInformation(EntityHandle.ModuleDefinition)
            .Select(reader.GetCustomDebugInformation)
            .Where(information => reader.GetGuid(information.Kind) == s_sourceLink)
            .Select(information => reader.GetBlobBytes(information.Value)));
        JsonProperty document = Assert.Single(JsonDocument.Parse(json).RootElement.GetProperty("documents").EnumerateObject());
        return $"{document.Name} {document.Value.GetString()}";
    }

    // A source is in the repository, or in the symbols themselves, as generated ones are.
    private static bool IsFound(MetadataReader reader, DocumentHandle document)
        => reader.GetCustomDebugInformation(document)
            .Any(information => reader.GetGuid(reader.GetCustomDebugInformation(information).Kind) == s_embeddedSource)
            || (NameOf(reader, document) is ['/', '_', '/', .. string path] && File.Exists(Path.Combine(PackageFeed.Repository, path)));

    private static string NameOf(MetadataReader reader, DocumentHandle document) => reader.GetString(reader.GetDocument(document).Name);
}
