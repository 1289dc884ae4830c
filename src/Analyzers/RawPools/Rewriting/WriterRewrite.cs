using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Rewrites an array that is swapped for a longer one when it is full: the local becomes a writer, which grows itself.</summary>
internal static class WriterRewrite
{
    public static RenterRewrite? Find(BlockRental rental, SemanticModel model, SourceText text, CancellationToken cancellation)
    {
        if (SwapOnGrow.Find(rental, model) is not { } growth)
            return null;

        var use = new WriterUse(rental.Local, growth.Count, rental.Block, model, cancellation);
        RenterRewrite? rewrite = rental.Rewrite(rental.Uses.Where(growth.IsOutside), use.RewriteArray, Replacement.Writer, model, text, cancellation);
        if (rewrite is null)
            return null;

        ImmutableArray<TextChange>.Builder changes = rewrite.Changes.ToBuilder();
        IdentifierNameSyntax[] counts = [.. LocalUses.Of(growth.Count, rental.Block, model, cancellation).Where(growth.IsOutside)];
        HashSet<IdentifierNameSyntax> gone = [.. rewrite.Changes.SelectMany(change => LocalUses.In(counts, change.Span))];
        foreach (IdentifierNameSyntax count in counts)
        {
            // buffer[count++] and AsSpan(0, count) have been replaced already.
            if (gone.Contains(count))
                continue;

            if (count.SpanStart < rental.Declaration.SpanStart
                || LocalUses.IsCaptured(count, rental.Block, cancellation)
                || use.RewriteCount(count) is not { } change)
            {
                return null;
            }

            changes.Add(change);
        }

        changes.Add(StatementText.Remove(growth.Syntax, text));
        changes.Add(StatementText.Remove(growth.Counter, text));
        return rewrite with { Changes = changes.ToImmutable() };
    }
}
