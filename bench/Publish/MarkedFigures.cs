using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace PooledGen.Bench.Publish;

/// <summary>
/// Renews the figures that a page marks by a comment: the tables between "figures: NAME" and "end of figures", and the number after
/// "figure: TABLE; ROW; COLUMN", which is a cell of a recorded table.
/// </summary>
internal static partial class MarkedFigures
{
    // A table with more columns than these is written as several, because a page is not that wide.
    private const int MostColumns = 7;

    /// <exception cref="UnpublishableException">A mark names what no result has, begins a line, or has no number after it.</exception>
    public static string Renew(string page)
    {
        string tables = Block.Replace(page, static match => $"{match.Groups["mark"].Value}\n{Tables(match.Groups["name"].Value)}\n<!-- end of figures -->");
        return Single.Replace(tables, static match =>
        {
            // Markdown takes a line that begins with a comment for HTML.
            if (match.Groups["start"].Success)
                throw new UnpublishableException($"'{match.Groups["mark"].Value}' begins a line, which ends the paragraph before it.");

            if (!match.Groups["number"].Success)
                throw new UnpublishableException($"No number follows '{match.Value}'.");

            return $"{match.Groups["mark"].Value}{Cell(match.Groups["name"].Value)}";
        });
    }

    [GeneratedRegex("(?<mark><!-- figures: (?<name>[^ ]+) -->).*?<!-- end of figures -->", RegexOptions.Singleline)]
    private static partial Regex Block { get; }

    // A full stop after the number ends a sentence.
    [GeneratedRegex(@"(?<start>^[ >*+-]*)?(?<mark><!-- figure:(?<name>.*?)-->)(?<number>\d+(?:[.,]\d+)*)?", RegexOptions.Multiline)]
    private static partial Regex Single { get; }

    private static string Cell(string name) => name.Split(';', StringSplitOptions.TrimEntries) is [var table, var row, var column]
        ? Results.Cell(table, row, column)
        : throw new UnpublishableException($"'{name.Trim()}' does not name a table, a row and a column.");

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
