using System.Text.Json;
using System.Xml.Linq;

namespace PooledGen.Package.Tests;

/// <summary>PooledGen.Analyzers, alone and with the packages that depend on it.</summary>
[Collection(UsesPackageFeed.Name)]
public sealed class AnalyzersPackageTests(PackageFeed feed)
{
    private const string Name = "PooledGen.Analyzers";
    private const string Reference = $"""<PackageReference Include="{Name}" Version="{PackageFeed.Version}" />""";
    private const string NewerReference = $"""<PackageReference Include="{Name}" Version="{PackageFeed.NewerVersion}" />""";

    // Each language version from the first that the packages support, and each framework that they have an assembly for.
    private const string AllTargets = """
        <TargetFrameworks>netstandard2.0;net462;net472;netstandard2.1;net8.0;net9.0;net10.0</TargetFrameworks>
        <LangVersion Condition="'$(TargetFramework)' == 'netstandard2.0'">8.0</LangVersion>
        <LangVersion Condition="'$(TargetFramework)' == 'net462'">9.0</LangVersion>
        <LangVersion Condition="'$(TargetFramework)' == 'net472'">10.0</LangVersion>
        <LangVersion Condition="'$(TargetFramework)' == 'netstandard2.1'">11.0</LangVersion>
        <LangVersion Condition="'$(TargetFramework)' == 'net8.0'">12.0</LangVersion>
        <LangVersion Condition="'$(TargetFramework)' == 'net9.0'">13.0</LangVersion>
        <LangVersion Condition="'$(TargetFramework)' == 'net10.0'">14.0</LangVersion>
        """;

    private const string SystemMemory = """
        <PackageReference Include="System.Memory" Version="4.5.5" Condition="'$(TargetFrameworkIdentifier)' != '.NETCoreApp'" />
        """;

    private const string RawRental = """
        public static class Library
        {
            public static int Rented()
            {
                byte[] array = System.Buffers.ArrayPool<byte>.Shared.Rent(100);
                int length = array.Length;
                System.Buffers.ArrayPool<byte>.Shared.Return(array);
                return length;
            }
        }
        """;

    private const string Rental = """
        [PooledGen.PooledBuffer(typeof(byte), MaxLength = 4096)]
        internal partial struct Scratch
        {
        }

        public static class Library
        {
            public static int Rented()
            {
                using var scratch = Scratch.Rent(100);
                return scratch.Length;
            }
        }
        """;

    [Fact]
    public void Package_HasExactlyTheseFiles()
        => Assert.Equal(
            [
                "LICENSE",
                "README.md",
                "analyzers/dotnet/cs/PooledGen.Analyzers.dll",
                "analyzers/dotnet/cs/PooledGen.CodeFixes.dll",
                "build/PooledGen.Analyzers.targets",
                "build/PooledGen.Rules.default.globalconfig",
                "build/PooledGen.Rules.firm.globalconfig",
                "build/PooledGen.Rules.quiet.globalconfig",
                "build/PooledGen.Rules.strict.globalconfig",
                "icon.png",
            ],
            PackageFeed.Read(feed.Folder, "nupkg", Name).Keys
                .Where(static name => name is not ("[Content_Types].xml" or "_rels/.rels" or $"{Name}.nuspec")
                    && !name.EndsWith(".psmdcp", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal));

    [Fact]
    public void Package_DependsOnNothingAndIsForDevelopmentOnly()
    {
        using var nuspec = new MemoryStream(PackageFeed.Read(feed.Folder, "nupkg", Name)[$"{Name}.nuspec"]);
        XElement[] elements = [.. XDocument.Load(nuspec).Descendants()];

        Assert.DoesNotContain(elements, static element => element.Name.LocalName == "dependency");
        Assert.Equal("true", Assert.Single(elements, static element => element.Name.LocalName == "developmentDependency").Value);
    }

    [Fact]
    public void ReleaseNotes_AreItsOwn()
    {
        using var nuspec = new MemoryStream(PackageFeed.Read(feed.Folder, "nupkg", Name)[$"{Name}.nuspec"]);
        XElement notes = Assert.Single(XDocument.Load(nuspec).Descendants(), static element => element.Name.LocalName == "releaseNotes");

        Assert.StartsWith("## [0.1.0]", notes.Value, StringComparison.Ordinal);
        Assert.Contains("PG0202, PG0218 and PG0219 are warnings", notes.Value, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("TargetsOfRules", Name, RawRental, SystemMemory)]
    [InlineData("TargetsOfRenters", "PooledGen", Rental, "")]
    public async Task PackageAlone_InEachLanguageAndFramework_BuildsWithoutAWarning(string name, string package, string source, string references)
    {
        UserProject project = await UserProject.CreateAsync(feed, name, AllTargets, source, package, references);

        (int exitCode, string output) = await project.TryRunAsync("build");

        Assert.True(exitCode == 0, output);
    }

    [Theory]
    [InlineData("Server8", "8.0")]
    [InlineData("Server14", "14.0")]
    public async Task AspNetCorePackageAlone_BuildsWithoutAWarning(string name, string languageVersion)
    {
        UserProject project = await UserProject.CreateAsync(
            feed,
            name,
            $"<TargetFramework>net10.0</TargetFramework><LangVersion>{languageVersion}</LangVersion>",
            Rental,
            "PooledGen.AspNetCore");

        await project.BuildAsync();

        Assert.Contains($"{name}.dll", project.Assemblies);
    }

    [Theory]
    [InlineData("AssetsOfRules", Name, "", "Analyzers CodeFixes", true)]
    [InlineData("AssetsOfRenters", "PooledGen", "", "Analyzers CodeFixes Generator", false)]
    [InlineData("AssetsOfServers", "PooledGen.AspNetCore", "", "Analyzers CodeFixes Generator", false)]
    [InlineData("AssetsOfBoth", "PooledGen", Reference, "Analyzers CodeFixes Generator", true)]
    [InlineData("AssetsOfAll", "PooledGen.AspNetCore", Reference, "Analyzers CodeFixes Generator", true)]
    [InlineData("AssetsOfNewer", "PooledGen", NewerReference, "Analyzers CodeFixes Generator", true, PackageFeed.NewerVersion)]
    public async Task Project_GetsEachAnalyzerOnceAndWarningsIfItAsksForTheRules(
        string name, string package, string references, string analyzers, bool hasAsked, string version = PackageFeed.Version)
    {
        UserProject project = await UserProject.CreateAsync(feed, name, "<TargetFramework>net10.0</TargetFramework>", Rental, package, references);

        (int exitCode, string output) = await project.TryRunAsync(
            "msbuild", "-restore", "-t:ResolveLockFileAnalyzers", "-getItem:Analyzer", "-getItem:EditorConfigFiles");

        Assert.True(exitCode == 0, output);
        string[] ours = [.. Items("Analyzer").Where(static path => Path.GetFileName(path).StartsWith("PooledGen.", StringComparison.Ordinal))];
        Assert.Equal(analyzers.Split(' '), ours.Select(static path => Path.GetFileName(path).Split('.')[1]).Order(StringComparer.Ordinal));
        Assert.Contains(ours, path => path.Contains($"/pooledgen.analyzers/{version}/", StringComparison.Ordinal));
        Assert.Equal(
            hasAsked ? 1 : 0,
            Items("EditorConfigFiles").Count(static path => path.EndsWith("/PooledGen.Rules.default.globalconfig", StringComparison.Ordinal)));

        IEnumerable<string> Items(string item)
            => JsonDocument.Parse(output).RootElement.GetProperty("Items").GetProperty(item).EnumerateArray()
                .Select(static value => value.GetProperty("Identity").GetString()!.Replace('\\', '/'));
    }

    [Fact]
    public async Task OlderRules_AreRefusedByRestore()
    {
        UserProject project = await UserProject.CreateAsync(
            feed,
            "OlderRules",
            "<TargetFramework>net10.0</TargetFramework>",
            Rental,
            references: $"""<PackageReference Include="{Name}" Version="{PackageFeed.OlderVersion}" />""");

        (int exitCode, string output) = await project.TryBuildAsync();

        Assert.Equal(1, exitCode);
        Assert.Contains("error NU1605", output, StringComparison.Ordinal);
    }
}
