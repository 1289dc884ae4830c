using System.Globalization;
using System.Text.Json.Serialization;

namespace PooledGen.Bench.Reporting;

/// <summary>A measured table. The property names are those of the JSON result files.</summary>
/// <param name="Machine">Where it was measured.</param>
/// <param name="Commit">Which source code was measured.</param>
/// <param name="Method">What a figure is, such as "medians of 9 runs in turns".</param>
/// <param name="Title">The heading of the rows' names.</param>
/// <param name="Columns">The headings of the figures.</param>
/// <param name="Rows">In the order in which they are shown.</param>
internal sealed record ResultTable(
    Machine Machine, string Commit, string Method, string Title, IReadOnlyList<ResultColumn> Columns, IReadOnlyList<ResultRow> Rows)
{
    /// <summary>A table that was measured here and now.</summary>
    public static ResultTable Of(string method, string title, IReadOnlyList<ResultColumn> columns, IReadOnlyList<ResultRow> rows)
        => new(Machine.Current, SourceCommit.Current, method, title, columns, rows);

    /// <summary>Writes the table as JSON, or as text for a terminal.</summary>
    public void Write(TextWriter output, bool asJson)
    {
        if (asJson)
        {
            output.WriteLine(ResultJson.Format(this, ResultTableContext.Default));
            return;
        }

        output.WriteLine($"{Machine}; {Method}");
        output.WriteLine();
        output.WriteLine($"| {Title} | {string.Join(" | ", Columns.Select(static column => column.Name))} |");
        output.WriteLine($"|---|{string.Concat(Columns.Select(static _ => "--:|"))}");
        foreach (ResultRow row in Rows)
            output.WriteLine($"| {row.Name} | {string.Join(" | ", Columns.Zip(row.Values, static (column, value) => column.Text(value)))} |");
    }
}

/// <summary>A column of figures.</summary>
/// <param name="Name">Its heading.</param>
/// <param name="Format">How the framework writes a figure of it.</param>
internal sealed record ResultColumn(string Name, string Format)
{
    /// <summary>A figure as text; empty where there is none.</summary>
    public string Text(double? value) => value?.ToString(Format, CultureInfo.InvariantCulture) ?? "";
}

/// <summary>A row of figures, one a column; null where there is none.</summary>
internal sealed record ResultRow(string Name, IReadOnlyList<double?> Values);

/// <summary>How a table becomes JSON.</summary>
[JsonSerializable(typeof(ResultTable))]
internal sealed partial class ResultTableContext : JsonSerializerContext;
