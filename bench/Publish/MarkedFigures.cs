using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace PooledGen.Bench.Publish;

/// <summary>Replaces what stands between "figures: NAME" and "end of figures" by the tables of the result of that name.</summary>
internal static partial class MarkedFigures
{
    // A page is 838 pixels wide where most people read it. A table with more columns than these is written as several.
    private const int MostColumns = 7;

    public static string Renew(string page)
        => Marked.Replace(page, static match => $"{match.Groups["begin"].Value}\n{Tables(match.Groups["name"].Value)}\n<!-- end of figures -->");

    [GeneratedRegex("(?<begin><!-- figures: (?<name>[^ ]+) -->).*?<!-- end of figures -->", RegexOptions.Singleline)]
    private static partial Regex Marked { get; }

    private static string Tables(string name)
    {
        if (name == "runtimes")
            return RunTable.OfRuntimes();

        if (name == "processors")
            return RunTable.OfProcessors();

        if (name == "origins")
            return Origin.OfPerformancePage();

        JsonElement result = Results.Named(name);
        return result.TryGetProperty("scenarios", out JsonElement scenarios) ? Scenarios(result, scenarios) : Rows(result);
    }

    // A table of bench/Quick for each scenario.
    private static string Scenarios(JsonElement result, JsonElement scenarios)
    {
        var text = new StringBuilder($"\n{Origin.Of(result)}; medians of {result.GetProperty("rounds")} rounds.\n");
        foreach (JsonElement scenario in scenarios.EnumerateArray())
        {
            JsonElement[] contenders = [.. scenario.GetProperty("contenders").EnumerateArray()];
            // A measure that took no part in the scenario has no column.
            string[] columns = [.. Figure.Columns.Where(column => contenders.Any(contender => Figure.Cell(contender, column).Length > 0))];
            text.Append($"\n| {scenario.GetProperty("name")} | {string.Join(" | ", columns)} |\n|---|{string.Concat(columns.Select(static _ => "--:|"))}\n");
            foreach (JsonElement contender in contenders)
            {
                string name = contender.GetProperty("name").GetString()!;
                string cells = string.Join(" | ", columns.Select(column => Figure.Cell(contender, column)));
                text.Append($"| {(name == "PooledGen, using" ? $"**{name}**" : name)} | {cells} |\n");
            }
        }

        return text.ToString();
    }

    // A table with columns of its own.
    private static string Rows(JsonElement result)
    {
        var text = new StringBuilder();
        foreach ((int Index, JsonElement Column)[] columns in result.GetProperty("columns").EnumerateArray().Index().Chunk(MostColumns))
        {
            string headings = string.Join(" | ", columns.Select(static column => column.Column.GetProperty("name")));
            text.Append($"\n| {result.GetProperty("title")} | {headings} |\n|---|{string.Concat(columns.Select(static _ => "--:|"))}\n");
            foreach (JsonElement row in result.GetProperty("rows").EnumerateArray())
            {
                JsonElement values = row.GetProperty("values");
                IEnumerable<string> cells = columns.Select(column => Figure.Text(values[column.Index], column.Column.GetProperty("format").GetString()!));
                text.Append($"| {row.GetProperty("name")} | {string.Join(" | ", cells)} |\n");
            }
        }

        return text.Append($"\n{Origin.Of(result)}; {result.GetProperty("method")}.\n").ToString();
    }
}
