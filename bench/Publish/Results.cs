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

    private static string FindRoot()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "PooledGen.sln")))
            folder = Path.GetDirectoryName(folder);

        return folder ?? throw new UnpublishableException("The program does not lie in the repository.");
    }
}
