using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>Collects the changes of several fixes to one text.</summary>
internal sealed class ChangeSet
{
    private readonly List<TextChange> _changes = [];

    /// <summary>Adds all changes of a fix, or none if one of them overlaps a change of another fix. Identical changes of two fixes are applied once.</summary>
    public bool TryAdd(IReadOnlyCollection<TextChange> fix)
    {
        TextChange[] added = [.. fix.Except(_changes)];
        if (added.Any(change => _changes.Any(other => Touch(change.Span, other.Span))))
            return false;

        _changes.AddRange(added);
        return true;
    }

    // An insertion comes before what is removed after it.
    public SourceText ApplyTo(SourceText text)
        => text.WithChanges(_changes.OrderBy(static change => change.Span.Start).ThenBy(static change => change.Span.Length));

    /// <summary>Maps a position of the old text to the new one.</summary>
    public int Map(int position)
        => position + _changes.Where(change => change.Span.End <= position).Sum(static change => change.NewText!.Length - change.Span.Length);

    // Adjacent replacements do not conflict. Two insertions at the same position do, because their order is undefined.
    private static bool Touch(TextSpan one, TextSpan other) => one == other || (one.Start < other.End && other.Start < one.End);
}
