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

        Assert.Equal(Bench.Publish.Pages.Renew(path, page), page);
    }

    // A time or a ratio in the text that no published sentence accounts for would never be compared.
    [Theory]
    [InlineData("README.md")]
    [InlineData("docs/performance.md")]
    public void Text_HasNoOtherFigure(string path)
    {
        string text = new Page(path).Prose;
        foreach (string sentence in Sentences.Of(path))
            text = text.Replace(sentence, "", StringComparison.Ordinal);
        text = string.Join('\n', text.Split('\n').Where(static line => !line.StartsWith('|')));

        // 0.1.0 and 10.0.12 are versions.
        string[] figures = [.. Regex.Matches(text, @"\d+(\.\d+)? ?(ns|µs|ms)\b|(?<!\.)\b0\.\d+\b(?!\.\d)").Select(static match => match.Value)];
        Assert.Empty(figures);
    }

    // Likewise a cost.
    [Theory]
    [InlineData("README.md", "| It costs |")]
    [InlineData("docs/performance.md", "| Cost |")]
    [InlineData("docs/performance.md", "| Under the limit |")]
    public void Costs_HaveNoOtherFigure(string path, string heading)
    {
        string text = new Page(path).Prose;
        string[] costs = [.. text[text.IndexOf(heading, StringComparison.Ordinal)..].Split('\n').TakeWhile(static line => line.StartsWith('|'))];

        // Below the heading and its line.
        Assert.InRange(costs.Length, 5, int.MaxValue);
        Assert.All(costs[2..], cost => Assert.Contains(cost, Sentences.Of(path)));
    }

    // The figures of the page that are not of the machine of the others say so, and stand where nobody takes them for recorded ones.
    [Fact]
    public void FiguresOfSixteenCores_AreSaidToBeMeasuredOutside()
    {
        string[] sections = new Page("docs/performance.md").Prose.Split("\n## ");
        string section = Assert.Single(sections, static section => section.StartsWith("Sixteen cores\n", StringComparison.Ordinal));

        Assert.Contains("**They were measured outside of this repository**", section, StringComparison.Ordinal);
        Assert.DoesNotContain("bench/results", section, StringComparison.Ordinal);
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
