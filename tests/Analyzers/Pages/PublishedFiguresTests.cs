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
        {
            "README.md",
            $"| First rental of a process | {FirstRental("PooledGen", "ms")} ms | {FirstRental("`ArrayPool<byte>.Shared`", "ms")} ms |"
        },
        { "README.md", ResidentMemory },
        { "README.md", $"| Each array | {BytesOfANode} bytes more | |" },
        { "README.md", $"PooledGen stays at {LargestHeap(0)} MB." },
        {
            "docs/performance.md",
            $"| First rental | {FirstRental("PooledGen", "Methods, it returns")} methods, {FirstRental("PooledGen", "ms")} ms "
                + $"| {FirstRental("`ArrayPool<byte>.Shared`", "Methods, it returns")} method, {FirstRental("`ArrayPool<byte>.Shared`", "ms")} ms |"
        },
        {
            "docs/performance.md",
            "| A further element type, a struct "
                + $"| {FirstRental("of a further element type, a struct of your own", "Methods, it returns")} methods, "
                + $"{FirstRental("of a further element type, a struct of your own", "ms")} ms "
                + $"| {FirstRental("`ArrayPool<T>.Shared`, of a struct of your own", "Methods, it returns")} methods, "
                + $"{FirstRental("`ArrayPool<T>.Shared`, of a struct of your own", "ms")} ms |"
        },
        {
            "docs/performance.md",
            "| First rental, with ReadyToRun "
                + $"| {FirstRental("compiled ahead of time (ReadyToRun), which the package is not", "Methods, it returns")} methods, "
                + $"{FirstRental("compiled ahead of time (ReadyToRun), which the package is not", "ms")} ms | |"
        },
        { "docs/performance.md", ResidentMemory },
        { "docs/performance.md", $"| Each array | {BytesOfANode} bytes more | |" },
        {
            "docs/performance.md",
            $"| A program of NativeAOT | {Text(Cell("aot-size", "1", "Larger than without, KB").GetDecimal() / 1024, "F1")} MB more | |"
        },
        { "docs/performance.md", $"| Largest heap | {LargestHeap(0)} MB | {LargestHeap(1)} MB |" },
        { "docs/performance.md", $"| Out of memory | no | after {UntilTheEnd.Length} s |" },
        {
            "docs/performance.md",
            $"| Allocated in {UntilTheEnd.Length} s | {Text(UntilTheEnd[^1][2], "F0")} MB | {Text(UntilTheEnd[^1][3], "F0")} MB |"
        },
        { "docs/performance.md", $"a batch needs {Text(UntilTheEnd[0][1], "F0")} MB," },
        { "docs/performance.md", $"`ArrayPool.Shared` stays at {Text(UntilTheEnd[0][1], "F0")} MB and allocates nothing more." },
        {
            "docs/performance.md",
            $"PooledGen lets go of these {Text(Cell("idle-threads", "0", "PooledGen, buffers, MB"), "F0")} MB between {Released(0)} seconds, "
                + $"`ArrayPool.Shared` between {Released(1)}"
        },
        {
            "docs/internals/benchmarks.md",
            $"| an owner beside the array | {Migrated("migrated text builder")}; where it grows six times {Migrated("migrated text builder, growing")} |"
        },
        {
            "docs/internals/benchmarks.md",
            $"the pipe stays | {Migrated("migrated frame client")}; without the socket {Migrated("migrated frame client, no socket")} |"
        },
        {
            "docs/internals/benchmarks.md",
            $"a renter of `SharedBuffer<T>` | {Migrated("migrated formatter, numbers")}; of strings {Migrated("migrated formatter, references")} |"
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
        string[] sentences = [.. Sentences.Select(static sentence => (string)sentence[1])];

        // Below the heading and its line.
        Assert.InRange(costs.Length, 5, int.MaxValue);
        Assert.All(costs[2..], cost => Assert.Contains(cost, sentences));
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

    // The files of the page's figures, with the machine and the commit of each.
    [Theory]
    [InlineData("quick-net10.0-x64")]
    [InlineData("pools-net10.0-x64")]
    [InlineData("latency")]
    [InlineData("retained")]
    [InlineData("idle-threads")]
    [InlineData("memory-limit")]
    [InlineData("first-rental")]
    [InlineData("aot-size")]
    public void Performance_NamesMachineAndCommitOfItsFigures(string file)
    {
        JsonElement result = Result(file);
        JsonElement machine = result.GetProperty("machine");

        string[] lines = new Page("docs/performance.md").Text.Split('\n');
        string line = Assert.Single(lines, line => line.StartsWith('-') && line.Contains($"`{file}`", StringComparison.Ordinal));

        Assert.Contains($": {machine.GetProperty("processor").GetString()}, {machine.GetProperty("cores")} cores, ", line, StringComparison.Ordinal);
        Assert.Contains($", {machine.GetProperty("date").GetString()}, commit {Commit(result)}", line, StringComparison.Ordinal);
    }

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
        IEnumerable<double> medians = s_measured.Values.SelectMany(static contenders => contenders.Values).Select(Median);
        IEnumerable<double> ratios = s_measured.Values.SelectMany(static contenders => contenders.Values.SelectMany(
            ours => contenders.Values.Select(rival => Median(ours) / Median(rival))));
        double[] measured = [.. chart switch { "rentals" => medians, "replacements" => ratios, _ => Values(Result(chart)) }];

        Assert.Equal(marks, Marks("light").Length);
        Assert.All(["dark", "phone-light", "phone-dark"], theme =>
        {
            Assert.Equal(Marks("light"), Marks(theme));
            Assert.Contains(Commit(Result(file)), Picture(theme), StringComparison.Ordinal);
        });
        Assert.All(Marks("light"), value => Assert.Contains(measured, known => Math.Abs(known - value) < 1e-9));
    }

    // All figures of a table with columns of its own.
    private static IEnumerable<double> Values(JsonElement table)
        => table.GetProperty("rows").EnumerateArray()
            .SelectMany(static row => row.GetProperty("values").EnumerateArray())
            .Where(static value => value.ValueKind == JsonValueKind.Number)
            .Select(static value => value.GetDouble());

    private static string Time(string scenario, string contender) => Figure(s_measured[scenario][contender], "ns/op");

    private static double Median(string scenario, string contender) => Median(s_measured[scenario][contender]);

    private static double Bytes(string contender) => s_measured["text writer"][contender].GetProperty("allocatedBytes").GetDouble();

    private static string Latency(string row, string column) => Text(Cell("latency", row, column), "F0");

    private static string FirstRental(string row, string column)
        => Text(Cell("first-rental", row, column), column.StartsWith("Methods", StringComparison.Ordinal) ? "F0" : "F1");

    private static string ResidentMemory
        => $"| Resident memory after it | {FirstRental("PooledGen", "Resident memory, MB")} MB "
            + $"| {FirstRental("`ArrayPool<byte>.Shared`", "Resident memory, MB")} MB |";

    // Without a return each rental allocates, ours a node beside the array.
    private static double BytesOfANode
        => new[] { "PooledGen, using", Shared }
            .Select(static name => s_measured["no return, 16 tasks"][name].GetProperty("allocatedBytes").GetDouble())
            .Aggregate(static (ours, shared) => Math.Round(ours) - Math.Round(shared));

    // The seconds until the process with ArrayPool.Shared ended.
    private static JsonElement[] UntilTheEnd
        => [.. Rows("memory-limit").Select(static row => row.GetProperty("values")).Where(static values => values[1].ValueKind == JsonValueKind.Number)];

    private static string LargestHeap(int column)
        => Text(Rows("memory-limit").Select(row => row.GetProperty("values")[column]).Where(static value => value.ValueKind == JsonValueKind.Number)
            .MaxBy(static value => value.GetDouble()), "F0");

    // Between the last second with buffers and the first one without, such as "20 and 25".
    private static string Released(int column)
    {
        JsonElement[] seconds = [.. Rows("idle-threads").Where(static row => row.GetProperty("name").GetString() != "before it")];
        int without = Array.FindIndex(seconds, row => row.GetProperty("values")[column].GetDouble() == 0);
        return $"{seconds[without - 1].GetProperty("name")} and {seconds[without].GetProperty("name")}";
    }

    private static string Migrated(string scenario) => Ratio(s_measured[scenario]["PooledGen, migrated"], "baseline");

    private static JsonElement Cell(string file, string row, string column)
    {
        int index = Result(file).GetProperty("columns").EnumerateArray().Select(static one => one.GetProperty("name").GetString()).ToList().IndexOf(column);
        return Rows(file).Single(one => one.GetProperty("name").GetString() == row).GetProperty("values")[index];
    }

    private static IEnumerable<JsonElement> Rows(string file) => Result(file).GetProperty("rows").EnumerateArray();

    // As the pages and the charts name it: twelve digits.
    private static string Commit(JsonElement result) => result.GetProperty("commit").GetString()![..12];

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
    private static string Text(JsonElement value, string format) => Text(value.GetDecimal(), format);

    private static string Text(decimal value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    private static string[] Cells(string line)
        => line.StartsWith("| ", StringComparison.Ordinal) ? [.. line.Split('|')[1..^1].Select(static cell => cell.Trim())] : [];

    private static Dictionary<string, Dictionary<string, JsonElement>> Measured()
        => new[] { "quick-net10.0-x64", "pools-net10.0-x64" }.SelectMany(static file => Result(file).GetProperty("scenarios").EnumerateArray()).ToDictionary(
            static scenario => scenario.GetProperty("name").GetString()!,
            static scenario => scenario.GetProperty("contenders").EnumerateArray()
                .ToDictionary(static contender => contender.GetProperty("name").GetString()!));

    private static JsonElement Result(string file) => JsonDocument.Parse(File.ReadAllText(Repository.PathTo($"bench/results/{file}.json"))).RootElement;
}
