using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>The changes of several fixes to one text.</summary>
internal sealed class ChangeSet
{
    private readonly List<TextChange> _changes = [];

    /// <summary>Takes all changes of a fix, or none where one of them touches what another fix changes. What two fixes do alike is done once.</summary>
    public bool TryAdd(IReadOnlyCollection<TextChange> fix)
    {
        TextChange[] added = [.. fix.Except(_changes)];
        if (added.Any(change => _changes.Any(other => Touch(change.Span, other.Span))))
            return false;

        _changes.AddRange(added);
        return true;
    }

    public SourceText ApplyTo(SourceText text) => text.WithChanges(_changes.OrderBy(static change => change.Span.Start));

    // Text that is replaced may border on other such text. Two insertions into the same place have no order.
    private static bool Touch(TextSpan one, TextSpan other) => one == other || (one.Start < other.End && other.Start < one.End);
}
