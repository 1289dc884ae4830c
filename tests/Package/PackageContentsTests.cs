using System.Globalization;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace PooledGen.Package.Tests;

[Collection(UsesPackageFeed.Name)]
public sealed class PackageContentsTests(PackageFeed feed)
{
    // What every package has, whatever is in it.
    private static readonly string[] s_packaging = ["[Content_Types].xml", "_rels/.rels", "PooledGen.nuspec"];

    [Fact]
    public void Package_HasExactlyTheseFiles()
    {
        string[] expected =
        [
            "LICENSE",
            "README.md",
            "analyzers/dotnet/cs/PooledGen.Generator.dll",
            "build/PooledGen.targets",
            "icon.png",
            "lib/net10.0/PooledGen.dll",
            "lib/net10.0/PooledGen.xml",
            "lib/net462/PooledGen.dll",
            "lib/net462/PooledGen.xml",
            "lib/net8.0/PooledGen.dll",
            "lib/net8.0/PooledGen.xml",
            "lib/netstandard2.0/PooledGen.dll",
            "lib/netstandard2.0/PooledGen.xml",
        ];

        Assert.Equal(string.Join('\n', expected), string.Join('\n', Files("nupkg")));
    }

    [Fact]
    public void SymbolPackage_HasTheSymbolsOfEveryTarget()
        => Assert.Equal(
            ["lib/net10.0/PooledGen.pdb", "lib/net462/PooledGen.pdb", "lib/net8.0/PooledGen.pdb", "lib/netstandard2.0/PooledGen.pdb"],
            Files("snupkg"));

    [Theory]
    [InlineData("PooledGen.Analyzers", "PooledGen.Analyzers.dll")]
    [InlineData("PooledGen.Analyzers", "PooledGen.CodeFixes.dll")]
    [InlineData("PooledGen", "PooledGen.Generator.dll")]
    public void CompilerExtension_CarriesItsSymbols(string package, string name)
    {
        byte[] assembly = PackageFeed.Read(feed.Folder, "nupkg", package)[$"analyzers/dotnet/cs/{name}"];
        using var reader = new PEReader(new MemoryStream(assembly));

        Assert.Contains(reader.ReadDebugDirectory(), entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb);
    }

    [Fact]
    public void Assemblies_HaveAStrongName()
        => Assert.All(Assemblies(), static assembly =>
        {
            using var reader = new PEReader(new MemoryStream(assembly.Value));
            Assert.False(reader.GetMetadataReader().GetAssemblyDefinition().PublicKey.IsNil, $"{assembly.Key} has none.");
            Assert.True(reader.PEHeaders.CorHeader!.Flags.HasFlag(CorFlags.StrongNameSigned), $"{assembly.Key} is not signed.");
        });

    // Why not: ListenerTests.
    [Fact]
    public void Assemblies_HaveNoFriends()
        => Assert.All(Assemblies(), static assembly =>
        {
            using var reader = new PEReader(new MemoryStream(assembly.Value));
            MetadataReader metadata = reader.GetMetadataReader();
            string[] attributes = [.. metadata.GetAssemblyDefinition().GetCustomAttributes().Select(attribute => NameOf(metadata, attribute))];
            Assert.Contains("AssemblyFileVersionAttribute", attributes);
            Assert.DoesNotContain("InternalsVisibleToAttribute", attributes);
        });

    [Fact]
    public void Assemblies_NameNoFolderOfTheMachineThatPackedThem()
    {
        string[] folders = [PackageFeed.Repository, feed.CreateFolder(".")];
        Assert.All(Assemblies(), assembly => Assert.All(folders, folder =>
        {
            Assert.Equal(-1, assembly.Value.AsSpan().IndexOf(Encoding.UTF8.GetBytes(folder)));
            Assert.Equal(-1, assembly.Value.AsSpan().IndexOf(Encoding.Unicode.GetBytes(folder)));
        }));
    }

    [Fact]
    public async Task Assemblies_PackedAgainFromNothing_HaveTheSameBytes()
    {
        string again = await feed.PackAgainAsync();

        Assert.All(["PooledGen.Analyzers", "PooledGen"], package => Assert.Equal(Hashes(feed.Folder, package), Hashes(again, package)));
    }

    // It is rounded to ten kilobytes there, and a change of the code moves it by one or two.
    [Fact]
    public void Assembly_HasTheSizeThatThePageNames()
    {
        string page = File.ReadAllText(Path.Combine(PackageFeed.Repository, "docs", "performance.md"));
        int kilobytes = int.Parse(Regex.Match(page, @"The assembly for \.NET 10 has about (\d+) KB").Groups[1].Value, CultureInfo.InvariantCulture);

        byte[] assembly = PackageFeed.Read(feed.Folder, "nupkg")["lib/net10.0/PooledGen.dll"];

        Assert.InRange(assembly.Length / 1000.0, kilobytes - 10, kilobytes + 10);
    }

    [Theory]
    [InlineData("PooledGen", "# PooledGen\n")]
    [InlineData("PooledGen.Analyzers", "# PooledGen.Analyzers\n")]
    [InlineData("PooledGen.AspNetCore", "# PooledGen.AspNetCore\n")]
    [InlineData("PooledGen.Diagnostics", "# PooledGen.Diagnostics\n")]
    [InlineData("dotnet-poolcheck", "# dotnet-poolcheck\n")]
    public void Readme_HasItsOwnTitleAndAbsoluteLinks(string package, string title)
    {
        string readme = Encoding.UTF8.GetString(PackageFeed.Read(feed.Folder, "nupkg", package)["README.md"]);

        Assert.StartsWith(title, readme);
        Assert.DoesNotContain("<", Regex.Replace(readme, "```.*?```|`[^`]*`", "", RegexOptions.Singleline), StringComparison.Ordinal);
        MatchCollection links = Regex.Matches(readme, @"\]\(([^)]*)");
        Assert.True(links.Count >= 3, readme);
        Assert.All(links, static link => Assert.True(Leads(link.Groups[1].Value), link.Value));

        // A command that goes on in the next line.
        string source = Path.Combine(PackageFeed.Repository, package switch
        {
            "PooledGen" => ".",
            "PooledGen.Diagnostics" => "check/src/Diagnostics",
            "dotnet-poolcheck" => "check/src/PoolCheck",
            _ => $"src/{package["PooledGen.".Length..]}",
        }, "README.md");
        Assert.Equal(Regex.Count(File.ReadAllText(source), @"\\$", RegexOptions.Multiline), Regex.Count(readme, @"\\$", RegexOptions.Multiline));
    }

    // The clone has what the repository's pages show. The gallery shows pictures of few hosts, and this is one of them.
    private static bool Leads(string link)
    {
        Match own = Regex.Match(link, "^https://(?:github.com/pooledgen/pooledgen/blob|raw.githubusercontent.com/pooledgen/pooledgen)/main/([^#]*)");
        return own.Success
            ? Path.Exists(Path.Combine(PackageFeed.Repository, own.Groups[1].Value))
            : link.StartsWith("https://", StringComparison.Ordinal) && !link.Contains("/pooledgen/pooledgen/", StringComparison.Ordinal);
    }

    [Fact]
    public void ReleaseNotes_AreThoseOfTheVersion()
    {
        using var nuspec = new MemoryStream(PackageFeed.Read(feed.Folder, "nupkg")["PooledGen.nuspec"]);
        XElement notes = Assert.Single(XDocument.Load(nuspec).Descendants(), static element => element.Name.LocalName == "releaseNotes");
        Assert.StartsWith("## [0.1.0]", notes.Value, StringComparison.Ordinal);
        Assert.DoesNotContain("Unreleased", notes.Value, StringComparison.Ordinal);
        Assert.Contains("PooledBufferDefaults", notes.Value);
        Assert.All(Regex.Matches(notes.Value, @"\]\(([^)]*)"), static link => Assert.True(Leads(link.Groups[1].Value), link.Value));
        Assert.Equal(1, Regex.Count(notes.Value, "^## ", RegexOptions.Multiline));
        Assert.Contains("<Version>0.1.0</Version>", File.ReadAllText(Path.Combine(PackageFeed.Repository, "Directory.Build.props")), StringComparison.Ordinal);
    }

    [Fact]
    public void Dependencies_AreTheRulesAndThoseOfOlderFrameworks()
    {
        using var nuspec = new MemoryStream(PackageFeed.Read(feed.Folder, "nupkg")["PooledGen.nuspec"]);
        IEnumerable<XElement> groups = XDocument.Load(nuspec).Descendants().Where(element => element.Name.LocalName == "group");

        Assert.Equal(
            [
                "net10.0: PooledGen.Analyzers",
                ".NETFramework4.6.2: PooledGen.Analyzers System.Memory",
                "net8.0: PooledGen.Analyzers",
                ".NETStandard2.0: PooledGen.Analyzers System.Memory",
            ],
            groups.Select(group => $"{group.Attribute("targetFramework")!.Value}: "
                + $"{string.Join(' ', group.Elements().Select(dependency => dependency.Attribute("id")!.Value))}"));
    }

    [Fact]
    public void DiagnosticsPackage_HasTwoBuildsAndNoDependency()
    {
        IReadOnlyDictionary<string, byte[]> files = PackageFeed.Read(feed.Folder, "nupkg", "PooledGen.Diagnostics");
        using var nuspec = new MemoryStream(files["PooledGen.Diagnostics.nuspec"]);

        Assert.Equal(
            ["lib/net10.0/PooledGen.Diagnostics.dll", "lib/net8.0/PooledGen.Diagnostics.dll"],
            files.Keys.Where(static name => name.EndsWith(".dll", StringComparison.Ordinal)).Order(StringComparer.Ordinal));
        Assert.DoesNotContain(XDocument.Load(nuspec).Descendants(), static element => element.Name.LocalName == "dependency");
    }

    private static IEnumerable<string> Hashes(string folder, string package) =>
        from file in PackageFeed.Read(folder, "nupkg", package)
        where file.Key.EndsWith(".dll", StringComparison.Ordinal)
        select $"{file.Key} {Convert.ToHexString(SHA256.HashData(file.Value))}";

    private static string NameOf(MetadataReader metadata, CustomAttributeHandle attribute)
    {
        MemberReference constructor = metadata.GetMemberReference((MemberReferenceHandle)metadata.GetCustomAttribute(attribute).Constructor);
        return metadata.GetString(metadata.GetTypeReference((TypeReferenceHandle)constructor.Parent).Name);
    }

    private IEnumerable<KeyValuePair<string, byte[]>> Assemblies() =>
        from package in new[] { "PooledGen.Analyzers", "PooledGen", "PooledGen.Diagnostics", "PooledGen.AspNetCore" }
        from file in PackageFeed.Read(feed.Folder, "nupkg", package)
        where file.Key.EndsWith(".dll", StringComparison.Ordinal)
        select file;

    private IEnumerable<string> Files(string extension) => PackageFeed.Read(feed.Folder, extension).Keys
        .Where(name => !s_packaging.Contains(name) && !name.EndsWith(".psmdcp", StringComparison.Ordinal))
        .Order(StringComparer.Ordinal);
}
