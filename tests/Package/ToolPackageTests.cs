using System.Diagnostics;
using System.Text;

namespace PooledGen.Package.Tests;

[Collection(UsesPackageFeed.Name)]
public sealed class ToolPackageTests(PackageFeed feed)
{
    private const string Tool = "dotnet-poolcheck";

    [Fact]
    public void Package_HasOnlyWhatTheToolNeeds()
    {
        IReadOnlyDictionary<string, byte[]> files = PackageFeed.Read(feed.Folder, "nupkg", Tool);

        Assert.DoesNotContain(files.Keys, static name => name.EndsWith(".xml", StringComparison.Ordinal) && name.StartsWith("tools/", StringComparison.Ordinal)
            && !name.EndsWith("/DotnetToolSettings.xml", StringComparison.Ordinal));
        Assert.DoesNotContain(files.Keys, static name => name.Contains("/runtimes/", StringComparison.Ordinal));
        Assert.DoesNotContain(files.Keys, static name => Path.GetFileName(name) is "Dia2Lib.dll" or "TraceReloggerLib.dll" or "Mono.Cecil.Mdb.dll");
    }

    [Fact]
    public void Notices_NameEachLibraryOfOthers()
    {
        IReadOnlyDictionary<string, byte[]> files = PackageFeed.Read(feed.Folder, "nupkg", Tool);
        string[] libraries =
        [
            .. files.Keys.Where(static name => name.EndsWith(".dll", StringComparison.Ordinal)).Select(static name => Path.GetFileNameWithoutExtension(name))
                .Where(static name => name != Tool && !name.StartsWith("PooledGen.", StringComparison.Ordinal)),
        ];

        string[] named =
        [
            .. Encoding.UTF8.GetString(files["THIRD-PARTY-NOTICES.txt"]).Split('\n').Where(static line => line.StartsWith("  ", StringComparison.Ordinal))
                .Select(static line => line.Trim().Split(' ')[0]),
        ];

        Assert.NotEmpty(libraries);
        Assert.Equal(libraries.Order(StringComparer.Ordinal), named.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Tool_Installed_ChecksACommand()
    {
        string folder = feed.CreateFolder("tool");
        await DotNet.RunAsync(feed.CreateFolder("."), "tool", "install", Tool, "--version", PackageFeed.Version, "--tool-path", folder);

        string tool = Path.Combine(folder, Tool);
        ProcessEnd end = await ChildProcess.RunAsync(new ProcessStartInfo(tool, ["run", "--", tool, "--version"]));

        Assert.True(end.Output.Contains("Checked: ", StringComparison.Ordinal), end.Output + end.Errors);
        Assert.Equal(0, end.ExitCode);
    }
}
