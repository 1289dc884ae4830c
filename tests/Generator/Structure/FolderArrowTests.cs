namespace PooledGen.Generator.Tests.Structure;

/// <summary>
/// Which folder of the generator and of the analyzers may name the types of which other folder. A table says what there is: from the bottom up, so each row
/// names rows above it. The runtime has no table: there a rental walks through the folders, and fewer files are better than one direction.
/// </summary>
public class FolderArrowTests
{
    private static readonly string[] s_generator =
    [
        ".:",
        "Model:",
        "Emission: Model",
        "Parsing: Model",
        "Analyzers/Definitions: . Model Parsing",
    ];

    private static readonly string[] s_analyzers =
    [
        ".:",
        "Bodies:",
        "Flow: . Bodies",
        "Rentals: . Bodies Flow",
        "RawPools: . Bodies Flow",
    ];

    // The pipeline lies in the root and is the table of contents: it names them all.
    [Fact]
    public void Generator_NamesOnlyTheFoldersOfTheTable()
        => AssertArrows(s_generator, SourceFolders.Arrows("src/Generator", depth: 2)
            .Where(static arrow => !arrow.Key.StartsWith(". ->", StringComparison.Ordinal)));

    [Fact]
    public void Analyzers_NameOnlyTheFoldersOfTheTable() => AssertArrows(s_analyzers, SourceFolders.Arrows("src/Analyzers"));

    [Fact]
    public void Tables_GoOneWay()
    {
        Assert.Empty(WrongWay(s_generator));
        Assert.Empty(WrongWay(s_analyzers));
    }

    private static void AssertArrows(string[] table, IEnumerable<KeyValuePair<string, string>> arrows)
    {
        string[] allowed = [.. table.SelectMany(static row => Targets(row).Select(target => $"{Room(row)} -> {target}"))];

        Assert.Empty(arrows.ExceptBy(allowed, static arrow => arrow.Key)); // each with a place where it begins
        Assert.Empty(allowed.Except(arrows.Select(static arrow => arrow.Key)));
    }

    private static IEnumerable<string> WrongWay(string[] table)
        => from row in table
           from target in Targets(row)
           where Array.FindIndex(table, other => Room(other) == target) >= Array.IndexOf(table, row)
           select $"{Room(row)} -> {target}";

    private static string Room(string row) => row[..row.IndexOf(':', StringComparison.Ordinal)];

    private static string[] Targets(string row) => row[(row.IndexOf(':', StringComparison.Ordinal) + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
}
