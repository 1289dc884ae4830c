using System.Text;
using DiffPlex;
using DiffPlex.DiffBuilder;
using DiffPlex.DiffBuilder.Model;

namespace PooledGen.Snapshots.Tests.Conventions;

/// <summary>What one text has and a similar one has not: the lines behind <c>-</c> are only in the first, those behind <c>+</c> only in the second.</summary>
internal static class Differences
{
    /// <summary>Compares the emitted file of a type with a similar one, member by member.</summary>
    public static string OfFiles(string title, string first, string second)
    {
        var text = new StringBuilder($"As {title}, but for these lines. Self is the type, Element the type of its elements.\n");
        Dictionary<string, string> before = EmittedParts.Of(first).ToDictionary();
        Dictionary<string, string> after = EmittedParts.Of(second).ToDictionary();
        foreach (string part in before.Keys.Union(after.Keys))
        {
            string difference = (before.GetValueOrDefault(part), after.GetValueOrDefault(part)) switch
            {
                (_, null) => "- the whole member\n",
                (var old, var @new) => OfLines(old ?? "", @new),
            };
            if (difference.Length > 0)
                text.Append($"\n== {part}\n{difference}");
        }

        return text.ToString();
    }

    /// <summary>Compares two texts line by line.</summary>
    public static string OfLines(string first, string second)
    {
        IEnumerable<DiffPiece> changes = new InlineDiffBuilder(new Differ()).BuildDiffModel(first, second).Lines
            .Where(static line => line.Type is ChangeType.Inserted or ChangeType.Deleted && line.Text.Length > 0);
        return string.Concat(changes.Select(static line => (line.Type == ChangeType.Inserted ? "+ " : "- ") + line.Text + "\n"));
    }
}
