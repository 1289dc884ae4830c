using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>
/// What is published was measured: the tables with "ns/op" of all pages, the text of README.md and docs/performance.md, and the charts say what the
/// committed results say. <see cref="RecordedResultTests"/> compares the other tables.
/// </summary>
public class PublishedFiguresTests
{
    // Each bar or point of a chart says its value to a screen reader, such as "ns: 2.672" or "ratio: 0.422".
    private const string Mark = "aria-label=\"[^\"]*\\b(?:ns|ratio|MB): ([\\d.]+)[^\"]*\" role=\"graphics-symbol\" aria-roledescription=\"(?:bar|point)\"";

    private const string Shared = "ArrayPool.Shared, try/finally";

    private static readonly Dictionary<string, Dictionary<string, JsonElement>> s_measured = Measured();

    public static TheoryData<string> Pages => [.. Page.Paths];

    /// <summary>The sentences with a figure, by the figures that the result has.</summary>
    public static TheoryData<string, string> Sentences => new()
    {
        {
            "README.md",
            $"One rental takes {Time("one rental", "PooledGen, using")} ns, "
                + $"with a thread-static slot by hand {Time("one rental", "thread-static slot, try/finally")} ns, "
                + $"with `ArrayPool.Shared` {Time("one rental", Shared)} ns."
        },
        {
            "docs/performance.md",
            $"At p99 and p99.9 it takes {Latency("PooledGen", "p99, ns")} and {Latency("PooledGen", "p99.9, ns")} ns, "
                + $"with `ArrayPool.Shared` {Latency("ArrayPool.Shared", "p99, ns")} and {Latency("ArrayPool.Shared", "p99.9, ns")} ns"
        },
        { "docs/performance.md", $"`new` of 1 KB takes {Time("one rental", "new")} ns here." },
        {
            "docs/performance.md",
            $"two nested rentals take {Word(Median("two nested", Shared) / Median("one rental", Shared))} times as long as one."
        },
        { "docs/performance.md", $"`stackalloc` by hand takes {Ratio(Median("stack first", "new") / Median("stack first", "PooledGen, using"))} of the time." },
        {
            "docs/performance.md",
            $"`StringBuilder`'s. It allocates {Word(Bytes("PooledGen, Writer, interpolated") / Bytes("StringBuilder, interpolated"))}."
        },
    };

    [Theory]
    [MemberData(nameof(Pages))]
    public void Tables_SayWhatWasMeasured(string path)
    {
        string[] lines = new Page(path).Text.Split('\n');
        for (int i = 0; i < lines.Length; i++)
        {
            string[] headings = Cells(lines[i]);
            if (!headings.Contains("ns/op"))
                continue;

            Dictionary<string, JsonElement> contenders = s_measured[headings[0]];
            for (i += 2; i < lines.Length && Cells(lines[i]) is [var name, ..] cells; i++)
            {
                for (int column = 1; column < cells.Length; column++)
                    Assert.Equal($"{headings[0]}, {name}: {Figure(contenders[name.Trim('*')], headings[column])}", $"{headings[0]}, {name}: {cells[column]}");
            }
        }
    }

    [Fact]
    public void Pages_HaveTables()
        => Assert.Equal(s_measured.Count, new Page("bench/results/README.md").Text.Split('\n').Count(static line => Cells(line).Contains("ns/op")));

    [Theory]
    [MemberData(nameof(Sentences))]
    public void Sentence_SaysWhatWasMeasured(string path, string sentence) => Assert.Contains(sentence, new Page(path).Prose, StringComparison.Ordinal);

    // A time or a ratio in the text that no sentence above accounts for would never be compared.
    [Theory]
    [InlineData("README.md")]
    [InlineData("docs/performance.md")]
    public void Text_HasNoOtherFigure(string path)
    {
        string text = new Page(path).Prose;
        foreach (object[] sentence in Sentences)
            text = text.Replace((string)sentence[1], "", StringComparison.Ordinal);
        text = string.Join('\n', text.Split('\n').Where(static line => !line.StartsWith('|')));

        // 0.1.0 is a version.
        string[] figures = [.. Regex.Matches(text, @"\d+(\.\d+)? ?(ns|µs|ms)\b|\b0\.\d+\b(?!\.\d)").Select(static match => match.Value)];
        Assert.Empty(figures);
    }

    [Theory]
    [InlineData("rentals", 19)]
    [InlineData("replacements", 22)]
    [InlineData("latency", 28)]
    [InlineData("retained", 38)]
    public void Chart_ShowsWhatWasMeasured(string chart, int marks)
    {
        double[] Marks(string theme) =>
        [
            .. from match in Regex.Matches(File.ReadAllText(Repository.PathTo($"docs/images/{chart}-{theme}.svg")), Mark)
               select double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture),
        ];
        IEnumerable<double> medians = s_measured.Values.SelectMany(static contenders => contenders.Values).Select(Median);
        IEnumerable<double> ratios = s_measured.Values.SelectMany(static contenders => contenders.Values.SelectMany(
            ours => contenders.Values.Select(rival => Median(ours) / Median(rival))));
        double[] measured = [.. chart switch { "rentals" => medians, "replacements" => ratios, _ => Values(Result(chart)) }];

        Assert.Equal(marks, Marks("light").Length);
        Assert.Equal(Marks("light"), Marks("dark"));
        Assert.All(Marks("light"), value => Assert.Contains(measured, known => Math.Abs(known - value) < 1e-9));
    }

    // All figures of a table with columns of its own.
    private static IEnumerable<double> Values(JsonElement table)
        => table.GetProperty("rows").EnumerateArray()
            .SelectMany(static row => row.GetProperty("values").EnumerateArray())
            .Select(static value => value.GetDouble());

    private static string Time(string scenario, string contender) => Figure(s_measured[scenario][contender], "ns/op");

    private static double Median(string scenario, string contender) => Median(s_measured[scenario][contender]);

    private static double Bytes(string contender) => s_measured["text writer"][contender].GetProperty("allocatedBytes").GetDouble();

    private static string Latency(string row, string column)
    {
        JsonElement table = Result("latency");
        int index = table.GetProperty("columns").EnumerateArray().Select(static one => one.GetProperty("name").GetString()).ToList().IndexOf(column);
        return Text(table.GetProperty("rows").EnumerateArray().Single(one => one.GetProperty("name").GetString() == row).GetProperty("values")[index], "F0");
    }

    // A ratio in words, for text that says no more than that.
    private static string Word(double ratio) => ratio switch
    {
        > 0.28 and < 0.38 => "a third",
        > 4.5 and <= 5.5 => "five",
        > 5.5 and <= 6.5 => "six",
        > 6.5 and <= 7.5 => "seven",
        > 7.5 and <= 8.5 => "eight",
        _ => Ratio(ratio),
    };

    private static string Ratio(double ratio) => ratio.ToString("F2", CultureInfo.InvariantCulture);

    private static double Median(JsonElement contender) => contender.GetProperty("nanoseconds").GetProperty("median").GetDouble();

    // As bench/Quick writes it.
    private static string Figure(JsonElement contender, string heading) => heading switch
    {
        "ns/op" => Text(contender.GetProperty("nanoseconds").GetProperty("median"), "F1"),
        "middle half" => $"{Quartile(contender, "lowerQuartile")}-{Quartile(contender, "upperQuartile")}",
        "x baseline" => Ratio(contender, "baseline"),
        "x slot" => Ratio(contender, "threadStaticSlot"),
        "x Stack" => Ratio(contender, "threadStaticStack"),
        "B/op" => Text(contender.GetProperty("allocatedBytes"), "F0"),
        _ => throw new ArgumentOutOfRangeException(nameof(heading), heading, "No table has this column."),
    };

    private static string Quartile(JsonElement contender, string name) => Text(contender.GetProperty("nanoseconds").GetProperty(name), "F1");

    private static string Ratio(JsonElement contender, string name)
    {
        bool isThere = contender.GetProperty("ratios").TryGetProperty(name, out JsonElement ratio) && ratio.ValueKind == JsonValueKind.Number;
        return isThere ? Text(ratio, "F2") : "";
    }

    // A decimal, because 1.005 is a little less as a double.
    private static string Text(JsonElement value, string format) => value.GetDecimal().ToString(format, CultureInfo.InvariantCulture);

    private static string[] Cells(string line)
        => line.StartsWith("| ", StringComparison.Ordinal) ? [.. line.Split('|')[1..^1].Select(static cell => cell.Trim())] : [];

    private static Dictionary<string, Dictionary<string, JsonElement>> Measured()
        => new[] { "quick-net10.0-x64", "pools-net10.0-x64" }.SelectMany(static file => Result(file).GetProperty("scenarios").EnumerateArray()).ToDictionary(
            static scenario => scenario.GetProperty("name").GetString()!,
            static scenario => scenario.GetProperty("contenders").EnumerateArray()
                .ToDictionary(static contender => contender.GetProperty("name").GetString()!));

    private static JsonElement Result(string file) => JsonDocument.Parse(File.ReadAllText(Repository.PathTo($"bench/results/{file}.json"))).RootElement;
}
