using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes.Renters;

/// <summary>
/// Migrates the rentals of a project with one compilation. A rental waits for the next round if it needs the result of a migration of this one: of
/// a rental in the same member, whose try it may share, or of one that adds a struct for its element.
/// </summary>
internal sealed class MigrationRound
{
    private readonly HashSet<SyntaxNode> _members = [];
    private readonly HashSet<string> _addedNames = [];

    /// <summary>Migrates the rentals at some positions of a document. Returns the positions of those that wait, in the new text.</summary>
    public async Task<(Document Result, IReadOnlyList<int> Waiting)> MigrateAsync(
        Document document, IReadOnlyList<int> positions, CancellationToken cancellation)
    {
        var changes = new ChangeSet();
        var waiting = new List<int>();
        foreach (int position in positions)
        {
            if (!await TryMigrateAsync(document, position, changes, cancellation).ConfigureAwait(false))
                waiting.Add(position);
        }

        SourceText text = await document.GetTextAsync(cancellation).ConfigureAwait(false);
        return (document.WithText(changes.ApplyTo(text)), [.. waiting.Select(changes.Map)]);
    }

    // False if the rental waits. One that cannot be migrated does not.
    private async Task<bool> TryMigrateAsync(Document document, int position, ChangeSet changes, CancellationToken cancellation)
    {
        if (await Migration.FindRentAsync(document, position, cancellation).ConfigureAwait(false) is not { } call)
            return true;

        SemanticModel model = (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
        if (SharedRent.Find(call, model) is not { } rent)
            return true;

        string name = NewRenter.NameOf(rent.Element);
        if (!_members.Add(MemberNames.MemberAround(call)) || _addedNames.Contains(name))
            return false;

        if (await Migration.FindAsync(document, call, cancellation).ConfigureAwait(false) is not { } migration)
            return true;

        if (!changes.TryAdd(migration.Changes))
            return false;

        if (migration.AddsAStruct)
            _addedNames.Add(name);

        return true;
    }
}
