using System.Xml.Linq;

namespace PooledGen.Package.Tests;

[Collection(UsesPackageFeed.Name)]
public sealed class AspNetCorePackageTests(PackageFeed feed)
{
    private const string Name = "PooledGen.AspNetCore";

    [Fact]
    public void Package_HasExactlyTheseFiles()
        => Assert.Equal(["LICENSE", "README.md", "icon.png", "lib/net10.0/PooledGen.AspNetCore.dll", "lib/net10.0/PooledGen.AspNetCore.xml"], Files("nupkg"));

    [Fact]
    public void SymbolPackage_HasTheSymbols() => Assert.Equal(["lib/net10.0/PooledGen.AspNetCore.pdb"], Files("snupkg"));

    [Fact]
    public void Package_NeedsTheSameVersionOfPooledGenAndTheFramework()
    {
        using var nuspec = new MemoryStream(PackageFeed.Read(feed.Folder, "nupkg", Name)[$"{Name}.nuspec"]);
        XElement[] elements = [.. XDocument.Load(nuspec).Descendants()];

        Assert.Equal(
            [$"PooledGen {PackageFeed.Version}", $"PooledGen.Diagnostics {PackageFeed.Version}"],
            elements.Where(static element => element.Name.LocalName == "dependency")
                .Select(static dependency => $"{dependency.Attribute("id")!.Value} {dependency.Attribute("version")!.Value}")
                .Order(StringComparer.Ordinal));
        XElement framework = Assert.Single(elements, static element => element.Name.LocalName == "frameworkReference");
        Assert.Equal("Microsoft.AspNetCore.App", framework.Attribute("name")!.Value);
    }

    [Fact]
    public void ReleaseNotes_AreItsOwn()
    {
        using var nuspec = new MemoryStream(PackageFeed.Read(feed.Folder, "nupkg", Name)[$"{Name}.nuspec"]);
        XElement notes = Assert.Single(XDocument.Load(nuspec).Descendants(), static element => element.Name.LocalName == "releaseNotes");

        Assert.StartsWith("## [0.1.0]", notes.Value, StringComparison.Ordinal);
        Assert.Contains("AddPooledGenMemoryPool", notes.Value, StringComparison.Ordinal);
        Assert.DoesNotContain("PooledBufferDefaults", notes.Value, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Server_RunsOnThePoolAndShowsIt()
    {
        UserProject project = await UserProject.CreateAsync(
            feed,
            "Server",
            "<OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><Nullable>enable</Nullable><ImplicitUsings>enable</ImplicitUsings>",
            """
            using Microsoft.AspNetCore.Builder;
            using Microsoft.AspNetCore.Hosting;
            using Microsoft.Extensions.DependencyInjection;
            using Microsoft.Extensions.Logging;
            using PooledGen.AspNetCore;

            WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
            builder.Services.AddPooledGenMemoryPool();
            builder.WebHost.UseUrls("http://127.0.0.1:0");
            builder.Logging.ClearProviders();
            await using WebApplication app = builder.Build();
            app.MapPooledBuffers("/pools");
            await app.StartAsync();

            using var client = new HttpClient { BaseAddress = new Uri(app.Urls.Single()) };
            string page = await client.GetStringAsync("/pools");
            string report = await client.GetStringAsync("/pools/pools.json");
            Console.WriteLine(page.Contains("<title>Pools</title>"));
            Console.WriteLine(report.Contains(PooledGenKestrel.Pool.Name));
            Console.WriteLine(PooledGenKestrel.Pool.GetStatistics().Rents > 0);
            """,
            Name);

        await project.BuildAsync();

        Assert.Equal(["True", "True", "True"], await project.RunAsync());
        Assert.Equal(["PooledGen.AspNetCore.dll", "PooledGen.Diagnostics.dll", "PooledGen.dll", "Server.dll"], project.Assemblies);
    }

    private IEnumerable<string> Files(string extension) => PackageFeed.Read(feed.Folder, extension, Name).Keys
        .Where(static name => name is not ("[Content_Types].xml" or "_rels/.rels" or $"{Name}.nuspec") && !name.EndsWith(".psmdcp", StringComparison.Ordinal))
        .Order(StringComparer.Ordinal);
}
