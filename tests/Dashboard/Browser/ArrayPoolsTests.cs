using System.Text.Json.Nodes;

namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>The pools of the framework, below the others.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class ArrayPoolsTests(Chromium chromium)
{
    private const string Rows = "[...document.querySelectorAll('#arrays tbody tr')].map(row => row.innerText.replace(/\\s+/g, ' ')).join('; ')";

    [BrowserFact]
    public async Task ArrayPools_WhileTheyAreMetered_AreATable()
    {
        await using DashboardServer server = await StartAsync(
            static number => number < 2 ? [Pool("ArrayPool<Byte>.Shared", "System.Byte", 4096), Pool("other ArrayPools", null, null)] : []);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");

        await page.UntilAsync(Rows, "ArrayPool<Byte>.Shared System.Byte 2 4 KB 0 4 KB 1 4 KB 3 4 KB; other ArrayPools – 2 – 0 – 1 – 3 –");

        await page.UntilAsync("document.getElementById('arrays').hidden", "true");
    }

    [BrowserTheory]
    [InlineData(360)]
    [InlineData(1600)]
    public async Task ArrayPools_OnAnyScreen_Fit(int width)
    {
        await using DashboardServer server = await StartAsync(static _ =>
        [
            Pool(
                "ArrayPool<Tuple<SpecificationProperty, Maybe<Error>>>.Shared",
                "System.Tuple`2[CommandLine.Core.SpecificationProperty,CSharpx.Maybe`1]",
                1L << 40),
        ]);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.EmulateAsync(width, "light");

        await page.UntilAsync("document.querySelectorAll('#arrays tbody tr').length", "1");

        Assert.Equal("0", await page.EvaluateAsync("document.documentElement.scrollWidth - document.documentElement.clientWidth"));
    }

    private static Task<DashboardServer> StartAsync(Func<int, IEnumerable<JsonObject>> arrayPools)
        => DashboardServer.StartAsync(new ScriptedReports(TimeSpan.FromSeconds(1)) { Pools = static _ => [], ArrayPools = arrayPools }.Map);

    private static JsonObject Pool(string name, string? element, long? bytes) => new()
    {
        ["name"] = name,
        ["elementType"] = element,
        ["allocated"] = 2,
        ["allocatedBytes"] = bytes,
        ["oversize"] = 3,
        ["oversizeBytes"] = bytes,
        ["trimmed"] = 0,
        ["trimmedBytes"] = bytes,
        ["dropped"] = 1,
        ["droppedBytes"] = bytes,
    };
}
