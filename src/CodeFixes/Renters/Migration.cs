using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Generator.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes.Renters;

/// <summary>The replacement of one raw rental by a renter.</summary>
/// <param name="Result">The document with the renter.</param>
/// <param name="Changes">The changes of the text.</param>
internal sealed record Migration(Document Result, IReadOnlyList<TextChange> Changes)
{
    /// <summary>The migration of the rent at a position; null if there is none.</summary>
    public static async Task<Migration?> FindAsync(Document document, int position, CancellationToken cancellation)
    {
        SyntaxNode root = (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false))!;
        SemanticModel model = (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
        if (Rent(root, position) is not { } rent || RenterRewrite.Find(rent, model, cancellation) is not { } rewrite)
            return null;

        RenterType type = await RenterType.ForAsync(rewrite, document, model, cancellation).ConfigureAwait(false);
        SourceText text = await document.GetTextAsync(cancellation).ConfigureAwait(false);
        TextChange[] changes = [.. rewrite.ChangesFor(type.Name), .. type.Declaration(text)];
        return new Migration(document.WithText(text.WithChanges(changes.OrderBy(static change => change.Span.Start))), changes);
    }

    /// <summary>Maps a position of the old text to the new one.</summary>
    public int Map(int position)
        => position + Changes.Where(change => change.Span.End <= position).Sum(static change => change.NewText!.Length - change.Span.Length);

    private static InvocationExpressionSyntax? Rent(SyntaxNode root, int position)
        => root.FindToken(position).Parent?.AncestorsAndSelf().OfType<InvocationExpressionSyntax>().FirstOrDefault(call => call.SpanStart == position);
}
