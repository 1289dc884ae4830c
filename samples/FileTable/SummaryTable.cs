namespace FileTable;

/// <summary>Writes the files as a table: one line a file, in the order of their paths, and the totals.</summary>
internal static class SummaryTable
{
    private const int HashDigits = 12;

    public static void Write(TextWriter output, IReadOnlyCollection<FileSummary> files)
    {
        string[][] rows =
        [
            ["Path", "Lines", "Bytes", "Text bytes", "SHA-256"],
            .. files.OrderBy(file => file.Path, StringComparer.Ordinal).Select(Row),
            Total(files),
        ];
        int[] widths = [.. Enumerable.Range(0, rows[0].Length).Select(column => rows.Max(row => row[column].Length))];
        string rule = new('-', widths.Sum() + 2 * (widths.Length - 1));

        for (int i = 0; i < rows.Length; i++)
        {
            if (i == 1 || i == rows.Length - 1)
                output.WriteLine(rule);

            // The path to the left, figures to the right.
            IEnumerable<string> cells = rows[i].Select((cell, column) => column == 0 ? cell.PadRight(widths[0]) : cell.PadLeft(widths[column]));
            output.WriteLine(string.Join("  ", cells).TrimEnd());
        }
    }

    /// <summary>A file's name may hold anything, line ends and terminal commands too.</summary>
    public static string Printable(string path) => string.Concat(path.Select(character => char.IsControl(character) ? '?' : character));

    private static string[] Row(FileSummary file) =>
    [
        Printable(file.Path),
        file.Text.IsBinary ? "binary" : $"{file.Text.Lines:N0}",
        $"{file.Bytes:N0}",
        file.Text.IsBinary ? "binary" : $"{file.Text.TextBytes:N0}",
        file.Hash[..HashDigits],
    ];

    private static string[] Total(IReadOnlyCollection<FileSummary> files) =>
    [
        $"Files: {files.Count:N0}, binary: {files.Count(file => file.Text.IsBinary):N0}",
        $"{files.Sum(file => file.Text.Lines):N0}",
        $"{files.Sum(file => file.Bytes):N0}",
        $"{files.Sum(file => file.Text.TextBytes):N0}",
        "",
    ];
}
