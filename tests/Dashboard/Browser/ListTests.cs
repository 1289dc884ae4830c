using System.Text.Json.Nodes;

namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>Many pools: their order, a filter, and how closely they are set.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class ListTests(Chromium chromium)
{
    private const string Names = "[...document.querySelectorAll('tbody .name')].map(name => name.textContent)";

    // A character that stands lower than the one before begins a line.
    private const string LinesOfFirstName = """
        (name => {
          const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), lines = [];
          let bottom = -Infinity;
          for (let text; text = texts.nextNode();) {
            for (let i = 0; i < text.length; i++) {
              const character = document.createRange();
              character.setStart(text, i);
              character.setEnd(text, i + 1);
              const box = character.getBoundingClientRect();
              if (box.top >= bottom) lines.push('');
              bottom = Math.max(bottom, box.bottom);
              lines[lines.length - 1] += text.data[i];
            }
          }
          return lines.join('\n');
        })(document.querySelector('tbody .name'))
        """;

    [BrowserFact]
    public async Task Heading_Pressed_SortsDownThenUpThenNotAtAll()
    {
        await using DashboardServer server = await StartAsync(static () => [Pool("One", 5), Pool("Two", 20), Pool("Three", 1)]);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.EmulateAsync(1600, "light");
        await page.UntilAsync(Names, "One,Two,Three");

        foreach ((string expected, string sort) in new[] { ("Two,One,Three", "descending"), ("Three,One,Two", "ascending"), ("One,Two,Three", "null") })
        {
            await page.EvaluateAsync("document.querySelector('[data-sort=inUse] button').click()");
            Assert.Equal(expected, await page.EvaluateAsync(Names));
            Assert.Equal(sort, await page.EvaluateAsync("document.querySelector('[data-sort=inUse]').getAttribute('aria-sort')"));
        }
    }

    [BrowserFact]
    public async Task Filter_ShowsThePoolsThatHaveAllItsWords()
    {
        await using DashboardServer server = await StartAsync(static () => [Pool("Net.Packet", 1), Pool("Net.Frame", 1), Pool("Text.Packet", 1)]);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.UntilAsync(Names, "Net.Packet,Net.Frame,Text.Packet");

        await Filter(page, "pack net");

        Assert.Equal("Net.Packet", await page.EvaluateAsync(Names));
        Assert.Equal("1 of 3 pools", await page.EvaluateAsync("document.getElementById('shown').textContent"));
        await Filter(page, "");
        Assert.Equal("3", await page.EvaluateAsync("document.querySelectorAll('tbody tr').length"));
    }

    [BrowserTheory]
    [InlineData(1100)]
    [InlineData(1600)]
    public async Task FortyPools_FitAScreen(int width)
    {
        await using DashboardServer server = await StartAsync(
            static () => Enumerable.Range(1, 40).Select(static i => Pool($"Shop.Orders.Buffer{i}", i, i * 100_000)));
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.EmulateAsync(width, "light");

        await page.UntilAsync("document.querySelectorAll('tbody tr').length", "40");
        await page.UntilAsync("document.getElementById('pools').className", "rows dense");

        string size = (await page.EvaluateAsync("`${document.documentElement.scrollWidth} ${document.documentElement.scrollHeight}`"))!;
        Assert.Equal($"{width} 900", size);
        Assert.Equal("0", await page.EvaluateAsync("[...document.querySelectorAll('tbody td')].filter(cell => cell.scrollWidth > cell.clientWidth).length"));
    }

    [BrowserTheory]
    [InlineData(1200, "Shop.Checkout.AuthenticationTicketSerializationBuffer")]
    [InlineData(1440, "Shop.Checkout.AuthenticationTicketSerializationBuffer")]
    [InlineData(1440, "Shop.Warehouse.Inventory.StocktakingSnapshotCompressionBuffer<Shop.Warehouse.StockKeepingUnit, Shop.Warehouse.ShelfLocation>")]
    public async Task LongName_GoesOnInTheNextLineBetweenItsWords(int width, string name)
    {
        // Figures that are as wide as they get leave the names little room.
        await using DashboardServer server = await StartAsync(() => [Pool(name, 40_000, 2_000_000_000), Pool("Shop.Page", 1)]);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.EmulateAsync(width, "light");
        await page.UntilAsync("document.getElementById('pools').className", "rows");

        string lines = (await page.EvaluateAsync(LinesOfFirstName))!;

        Assert.Equal(name, lines.Replace("\n", "", StringComparison.Ordinal));
        Assert.Contains('\n', lines);
        Assert.DoesNotMatch("(?<![.< ]|[a-z](?=\n[A-Z]))\n", lines);
        Assert.Equal($"{width}", await page.EvaluateAsync("document.documentElement.scrollWidth"));
    }

    private static JsonObject Pool(string name, long inUse, long rents = 0) => ScriptedReports.Pool(name, inUse, rents, retainedBytes: inUse * 2048);

    private static Task<DashboardServer> StartAsync(Func<IEnumerable<JsonObject>> pools)
        => DashboardServer.StartAsync(new ScriptedReports(TimeSpan.FromSeconds(1)) { Pools = _ => pools() }.Map);

    private static Task Filter(BrowserPage page, string text)
        => page.EvaluateAsync($"(document.getElementById('filter').value = '{text}', document.getElementById('filter').dispatchEvent(new Event('input')))");
}
