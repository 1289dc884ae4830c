using PooledGen.Dashboard.Tests.Browser;

namespace PooledGen.Dashboard.Tests;

/// <summary>What becomes of the tests that need a browser; these need none.</summary>
public class InstalledBrowserTests
{
    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("0")]
    public void BrowserTest_WithoutABrowser_IsSkippedWithReasonAndRemedy(string? required)
    {
        string? reason = InstalledBrowser.ReasonToSkip(program: null, required);

        Assert.NotNull(reason);
        Assert.Contains("PATH has none of chromium", reason, StringComparison.Ordinal);
        Assert.Contains("apt-get install", reason, StringComparison.Ordinal);
        Assert.Contains(InstalledBrowser.RequiredVariable, reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, "1")] // it fails then, and says the same
    [InlineData("/usr/bin/chromium", null)]
    [InlineData("/usr/bin/chromium", "1")]
    public void BrowserTest_WithABrowserOrWhereOneIsRequired_Runs(string? program, string? required)
        => Assert.Null(InstalledBrowser.ReasonToSkip(program, required));

    [Fact]
    public async Task Browser_ThatIsRequiredAndMissing_FailsWithTheRemedy()
    {
        var chromium = new Chromium(program: null);

        await chromium.InitializeAsync();

        var error = await Assert.ThrowsAsync<InvalidOperationException>(() => chromium.OpenAsync("about:blank"));
        Assert.Equal(InstalledBrowser.Remedy, error.Message);
        await chromium.DisposeAsync();
    }

    [Theory]
    [InlineData("chromium")]
    [InlineData("chromium-browser")]
    [InlineData("google-chrome")]
    public void Find_BrowserInALaterFolder_ReturnsItsFile(string name)
    {
        DirectoryInfo empty = Directory.CreateTempSubdirectory("PooledGen.Dashboard."), folder = Directory.CreateTempSubdirectory("PooledGen.Dashboard.");
        string file = Path.Combine(folder.FullName, OperatingSystem.IsWindows() ? name + ".exe" : name);
        File.WriteAllText(file, "");
        try
        {
            Assert.Equal(file, InstalledBrowser.Find($"{empty.FullName}{Path.PathSeparator}{folder.FullName}"));
            Assert.Null(InstalledBrowser.Find(empty.FullName));
            Assert.Null(InstalledBrowser.Find(path: null));
        }
        finally
        {
            empty.Delete();
            folder.Delete(recursive: true);
        }
    }
}
