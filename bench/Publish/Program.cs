using System.Globalization;
using PooledGen.Bench.Publish;
using PooledGen.Bench.Reporting;

// Publish: writes the figures of bench/results into README.md, docs and bench/results/README.md.
// Publish table [--json] METHOD TITLE COLUMN:FORMAT... : a result of the rows on the input, whose cells are parted by tabs. For scripts that measure.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
switch (args)
{
    case []:
        try
        {
            return Pages.Renew();
        }
        catch (UnpublishableException exception)
        {
            Console.Error.WriteLine(exception.Message);
            return 1;
        }

    case ["table", "--json", string method, string title, .. var columns]:
        Table(method, title, columns).Write(Console.Out, asJson: true);
        return 0;
    case ["table", string method, string title, .. var columns]:
        Table(method, title, columns).Write(Console.Out, asJson: false);
        return 0;
    default:
        Console.Error.WriteLine("usage: Publish | Publish table [--json] METHOD TITLE COLUMN:FORMAT...");
        return 1;
}

static ResultTable Table(string method, string title, string[] columns) => ResultTable.Of(
    method,
    title,
    [.. columns.Select(static column => column.Split(':')).Select(static parts => new ResultColumn(parts[0], parts[1]))],
    [.. Lines().Select(static line => line.Split('\t')).Select(static cells => new ResultRow(cells[0], [.. cells[1..].Select(Number)]))]);

static double? Number(string cell) => cell.Length == 0 ? null : double.Parse(cell, CultureInfo.InvariantCulture);

static IEnumerable<string> Lines()
{
    while (Console.In.ReadLine() is { } line)
        yield return line;
}
