using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>Each file of bench/results says where it comes from, and bench/results/README.md says what is in it.</summary>
public class RecordedResultTests
{
    private static readonly string s_page = new Page("bench/results/README.md").Text;

    public static TheoryData<string> Files => [.. Names];

    /// <summary>The results that are one table with columns of their own.</summary>
    public static TheoryData<string> Tables => [.. Names.Where(static file => Read(file).TryGetProperty("rows", out _))];

    private static IEnumerable<string> Names
        => Directory.EnumerateFiles(Repository.PathTo("bench/results"), "*.json")
            .Select(file => Path.GetFileNameWithoutExtension(file)!)
            .Order(StringComparer.Ordinal);

    [Theory]
    [MemberData(nameof(Files))]
    public void Result_NamesMachineRuntimeAndCommit(string file)
    {
        JsonElement result = Read(file);

        Assert.Matches("^[0-9a-f]{40}(-dirty)?$", result.GetProperty("commit").GetString());
        foreach (string fact in new[] { "processor", "architecture", "operatingSystem", "runtime", "collector", "date" })
            Assert.NotEqual("", result.GetProperty("machine").GetProperty(fact).GetString());
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void Result_IsOnThePageWithItsOrigin(string file)
    {
        JsonElement result = Read(file);
        string commit = result.GetProperty("commit").GetString()!;
        JsonElement machine = result.GetProperty("machine");
        string changes = commit.Length > 40 ? " with changes" : "";
        string origin = $"{machine.GetProperty("runtime")}, workstation GC, {machine.GetProperty("date")}, commit {commit[..12]}{changes};";

        Assert.Contains(origin, Section(SectionOf(file)), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Tables))]
    public void Table_SaysWhatWasMeasured(string file)
    {
        JsonElement result = Read(file);

        // A table of more than seven columns is written as several, because a page is not that wide.
        IEnumerable<string[]> expected = result.GetProperty("columns").EnumerateArray().Index().Chunk(7).SelectMany(columns => (string[][])
        [
            [result.GetProperty("title").GetString()!, .. columns.Select(static column => column.Item.GetProperty("name").GetString()!)],
            .. result.GetProperty("rows").EnumerateArray().Select(row => (string[])
            [
                row.GetProperty("name").GetString()!,
                .. columns.Select(column => Text(row.GetProperty("values")[column.Index], column.Item.GetProperty("format").GetString()!)),
            ]),
        ]);

        Assert.Equal(expected, Rows(Section(file)));
    }

    [Theory]
    [InlineData("runtimes", "quick-net10.0-x64", "quick-net11.0-x64", "quick-net8.0-x64", "quick-net9.0-aot-x64")]
    [InlineData("processors", "quick-net10.0-x64", "quick-net10.0-x64-other")]
    public void TableOfRuns_SaysWhatWasMeasured(string section, params string[] files)
    {
        JsonElement[] runs = [.. files.Select(Read)];
        IEnumerable<string[]> expected = runs[0].GetProperty("scenarios").EnumerateArray().Select(static scenario => scenario.GetProperty("name").GetString()!)
            .Where(scenario => runs[1..].Any(run => Ours(run, scenario) is not ["", ""]))
            .Select(scenario => (string[])[scenario, .. runs.SelectMany(run => Ours(run, scenario))]);

        Assert.Equal(expected, Rows(Section(section)).Skip(1));
    }

    // The time and the ratio of the first row; empty where the run has not measured the scenario.
    private static string[] Ours(JsonElement run, string scenario)
    {
        JsonElement[] measured = [.. run.GetProperty("scenarios").EnumerateArray().Where(one => one.GetProperty("name").GetString() == scenario)];
        if (measured.Length == 0)
            return ["", ""];

        JsonElement ours = measured.Single().GetProperty("contenders")[0];
        return [Text(ours.GetProperty("nanoseconds").GetProperty("median"), "0.0"), Text(ours.GetProperty("ratios").GetProperty("baseline"), "0.00")];
    }

    private static string SectionOf(string file) => file switch
    {
        "quick-net10.0-x64-other" => "processors",
        "quick-net11.0-x64" or "quick-net8.0-x64" or "quick-net9.0-aot-x64" => "runtimes",
        _ => file,
    };

    private static JsonElement Read(string file) => JsonDocument.Parse(File.ReadAllText(Repository.PathTo($"bench/results/{file}.json"))).RootElement;

    private static string Section(string name)
    {
        Match section = Regex.Match(s_page, $"<!-- figures: {Regex.Escape(name)} -->(.*?)<!-- end of figures -->", RegexOptions.Singleline);
        Assert.True(section.Success, $"bench/results/README.md has no figures of {name}.");
        return section.Groups[1].Value;
    }

    private static string[][] Rows(string section) =>
    [
        .. from line in section.Split('\n')
           where line.StartsWith("| ", StringComparison.Ordinal)
           select line.Split('|')[1..^1].Select(static cell => cell.Trim()).ToArray(),
    ];

    private static string Text(JsonElement value, string format)
        => value.ValueKind == JsonValueKind.Null ? "" : value.GetDecimal().ToString(format, CultureInfo.InvariantCulture);
}
