using System.Text.Json;

namespace PooledGen.Bench.Publish;

/// <summary>The committed results, by the names of their files.</summary>
internal static class Results
{
    /// <summary>The repository's root: the nearest folder above that has the solution.</summary>
    public static string Root { get; } = FindRoot();

    private static Dictionary<string, JsonElement> Files { get; } = Directory.EnumerateFiles(Path.Combine(Root, "bench", "results"), "*.json").ToDictionary(
        static file => Path.GetFileNameWithoutExtension(file),
        static file => JsonDocument.Parse(File.ReadAllText(file)).RootElement);

    /// <exception cref="UnpublishableException">There is no such result.</exception>
    public static JsonElement Named(string name)
        => Files.TryGetValue(name, out JsonElement result) ? result : throw new UnpublishableException($"bench/results has no {name}.json.");

    /// <summary>A cell of a recorded table, as bench/results/README.md shows it.</summary>
    /// <param name="table">The name of a result that is one table, or of a scenario on .NET 10.</param>
    /// <param name="row">The name of the row: in a scenario, of a contender.</param>
    /// <param name="column">The heading of the column.</param>
    /// <exception cref="UnpublishableException">There is no such cell, or it is empty.</exception>
    public static string Cell(string table, string row, string column)
    {
        string? cell = Files.TryGetValue(table, out JsonElement result)
            ? CellOfRows(result, row, column)
            : Contenders(table).TryGetValue(row, out JsonElement contender) ? Figure.Cell(contender, column) : null;
        return string.IsNullOrEmpty(cell) ? throw new UnpublishableException($"No result has the figure '{table}; {row}; {column}'.") : cell;
    }

    /// <summary>The contenders of a scenario of the tables with "ns/op", by name.</summary>
    /// <exception cref="UnpublishableException">No result on .NET 10 has this scenario.</exception>
    public static IReadOnlyDictionary<string, JsonElement> Contenders(string scenario)
    {
        foreach (string file in new[] { "quick-net10.0-x64", "pools-net10.0-x64" })
        {
            foreach (JsonElement candidate in Named(file).GetProperty("scenarios").EnumerateArray())
            {
                if (candidate.GetProperty("name").GetString() == scenario)
                    return candidate.GetProperty("contenders").EnumerateArray().ToDictionary(static one => one.GetProperty("name").GetString()!);
            }
        }

        throw new UnpublishableException($"No result has the scenario '{scenario}'.");
    }

    private static string? CellOfRows(JsonElement result, string row, string column)
    {
        if (!result.TryGetProperty("rows", out JsonElement rows))
            return null;

        return (
            from one in rows.EnumerateArray()
            where one.GetProperty("name").GetString() == row
            from heading in result.GetProperty("columns").EnumerateArray().Index()
            where heading.Item.GetProperty("name").GetString() == column
            select Figure.Text(one.GetProperty("values")[heading.Index], heading.Item.GetProperty("format").GetString()!)).FirstOrDefault();
    }

    private static string FindRoot()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "PooledGen.sln")))
            folder = Path.GetDirectoryName(folder);

        return folder ?? throw new UnpublishableException("The program does not lie in the repository.");
    }
}
