using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using PooledGen.Bench.Publish;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>
/// What is published was measured: the pages, their figures renewed by <c>bench/Publish</c>, stay as they are, and the charts have the same figures.
/// </summary>
public class PublishedFiguresTests
{
    // Each bar or point of a chart says its value to a screen reader, such as "ns: 2.672" or "ratio: 0.422".
    private const string Mark = "aria-label=\"[^\"]*\\b(?:ns|ratio|MB): ([\\d.]+)[^\"]*\" role=\"graphics-symbol\" aria-roledescription=\"(?:bar|point)\"";

    public static TheoryData<string> Paths => [.. Page.Paths];

    [Theory]
    [MemberData(nameof(Paths))]
    public void Page_SaysWhatWasMeasured(string path)
    {
        string page = new Page(path).Text;

        Assert.Equal(Bench.Publish.Pages.Renew(page), page);
    }

    [Theory]
    [InlineData("It takes <!-- figure: one rental; new; B/op -->7.", "It takes <!-- figure: one rental; new; B/op -->1048.")]
    [InlineData("| <!-- figure: aot-size; 1; Program, KB -->1,000.5 KB |", "| <!-- figure: aot-size; 1; Program, KB -->2,882 KB |")]
    public void NumberAfterAMark_BecomesTheRecordedOne(string page, string renewed) => Assert.Equal(renewed, Bench.Publish.Pages.Renew(page));

    [Theory]
    [InlineData("of <!-- figure: one rental; new; B/op --> 1048", "No number follows '<!-- figure: one rental; new; B/op -->'.")]
    [InlineData("of <!-- figure: one rental; new -->1048", "'one rental; new' does not name a table, a row and a column.")]
    [InlineData("of <!-- figure: no rental; new; B/op -->1048", "No result has the scenario 'no rental'.")]
    [InlineData("of <!-- figure: one rental; old; B/op -->1048", "No result has the figure 'one rental; old; B/op'.")]
    [InlineData("of <!-- figure: one rental; new; GB/op -->1048", "No result has the column 'GB/op'.")]
    [InlineData("of <!-- figure: aot-size; -1; Program, KB -->2,882", "No result has the figure 'aot-size; -1; Program, KB'.")]
    [InlineData("of <!-- figure: aot-size; 1; Program, GB -->2,882", "No result has the figure 'aot-size; 1; Program, GB'.")]
    [InlineData("of <!-- figure: aot-size; 1; Each further type, KB -->1.4", "No result has the figure 'aot-size; 1; Each further type, KB'.")]
    [InlineData("of\n  <!-- figure: one rental; new; B/op -->1048",
        "'<!-- figure: one rental; new; B/op -->' begins a line, which ends the paragraph before it.")]
    public void Mark_OfWhatNoResultHas_OrAtTheBeginningOfALine_IsAnError(string page, string message)
        => Assert.Equal(message, Assert.Throws<UnpublishableException>(() => Bench.Publish.Pages.Renew(page)).Message);

    // A time, a ratio or an amount of memory that has no mark would never be compared.
    [Theory]
    [InlineData("README.md")]
    [InlineData("docs/performance.md")]
    public void Page_HasNoOtherFigure(string path)
    {
        string text = Regex.Replace(new Page(path).Prose, @"<!-- figure: .*? -->\d+(?:[.,]\d+)*", "");

        // 0.1.0 and 10.0.12 are versions.
        string[] figures =
        [
            .. Regex.Matches(text, @"\d+(\.\d+)? ?(ns|µs|ms)\b|\d[.,]\d+ [KM]B\b|(?<!\.)\b0\.\d+\b(?!\.\d)").Select(static match => match.Value),
        ];
        Assert.Empty(figures);
    }

    [Fact]
    public void Performance_NamesMachineAndCommitOfItsFigures()
        => Assert.Contains(Origin.OfPerformancePage(), new Page("docs/performance.md").Text, StringComparison.Ordinal);

    [Theory]
    [InlineData("rentals", 19, "quick-net10.0-x64")]
    [InlineData("replacements", 22, "quick-net10.0-x64")]
    [InlineData("latency", 28, "latency")]
    [InlineData("retained", 38, "retained")]
    [InlineData("memory-limit", 50, "memory-limit")]
    public void Chart_ShowsWhatWasMeasured(string chart, int marks, string file)
    {
        string Picture(string theme) => File.ReadAllText(Repository.PathTo($"docs/images/{chart}-{theme}.svg"));
        double[] Marks(string theme) =>
        [
            .. from match in Regex.Matches(Picture(theme), Mark)
               select double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture),
        ];
        double[] measured = chart switch { "rentals" => [.. Medians().SelectMany(static ones => ones)], "replacements" => [.. Ratios()], _ => Values(chart) };

        Assert.Equal(marks, Marks("light").Length);
        Assert.All(["dark", "phone-light", "phone-dark"], theme =>
        {
            Assert.Equal(Marks("light"), Marks(theme));
            Assert.Contains(Results.Named(file).GetProperty("commit").GetString()![..12], Picture(theme), StringComparison.Ordinal);
        });
        Assert.All(Marks("light"), value => Assert.Contains(measured, known => Math.Abs(known - value) < 1e-9));
    }

    // Those of each scenario of the tables with "ns/op".
    private static IEnumerable<double[]> Medians()
        => new[] { "quick-net10.0-x64", "pools-net10.0-x64" }.SelectMany(static file => Results.Named(file).GetProperty("scenarios").EnumerateArray())
            .Select(static scenario => (double[])[.. scenario.GetProperty("contenders").EnumerateArray().Select(static one => (double)Figure.Median(one))]);

    private static IEnumerable<double> Ratios() => Medians().SelectMany(static ones => ones.SelectMany(ours => ones.Select(rival => ours / rival)));

    // All figures of a table with columns of its own.
    private static double[] Values(string table)
        => [.. Results.Named(table).GetProperty("rows").EnumerateArray()
            .SelectMany(static row => row.GetProperty("values").EnumerateArray())
            .Where(static value => value.ValueKind == JsonValueKind.Number)
            .Select(static value => value.GetDouble())];
}
