using System.Text.Json;

namespace PooledGen.Bench.Publish;

/// <summary>
/// Renews the cells of the tables with a column "ns/op" that a page writes by hand: it chooses the rows and columns, and the heading of the first column
/// is the scenario's name.
/// </summary>
internal static class TimeTables
{
    public static string Renew(string page)
    {
        string[] lines = page.Split('\n');
        for (int i = 0; i < lines.Length; i++)
        {
            string[] headings = Cells(lines[i]);
            if (!headings.Contains("ns/op"))
                continue;

            IReadOnlyDictionary<string, JsonElement> contenders = Results.Contenders(headings[0]);
            for (i += 2; i < lines.Length && Cells(lines[i]) is [var name, ..]; i++)
            {
                if (!contenders.TryGetValue(name.Trim('*'), out JsonElement contender))
                    throw new UnpublishableException($"The scenario '{headings[0]}' has no row '{name}'.");

                lines[i] = $"| {name} | {string.Join(" | ", headings[1..].Select(heading => Figure.Cell(contender, heading)))} |";
            }
        }

        return string.Join('\n', lines);
    }

    private static string[] Cells(string line)
        => line.StartsWith("| ", StringComparison.Ordinal) ? [.. line.Split('|')[1..^1].Select(static cell => cell.Trim())] : [];
}
