using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes.Renters;

/// <summary>The replacement of one raw rental by a renter.</summary>
/// <param name="Changes">The changes of the text.</param>
/// <param name="AddsAStruct">Whether one of them declares the renter.</param>
internal sealed record Migration(IReadOnlyList<TextChange> Changes, bool AddsAStruct)
{
    /// <summary>The call that rents at a position; null if there is none.</summary>
    public static async Task<InvocationExpressionSyntax?> FindRentAsync(Document document, int position, CancellationToken cancellation)
        => (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false))!.FindToken(position).Parent?.AncestorsAndSelf()
            .OfType<InvocationExpressionSyntax>()
            .FirstOrDefault(call => call.SpanStart == position);

    /// <summary>The migration of a call that rents; null if there is none.</summary>
    public static async Task<Migration?> FindAsync(Document document, InvocationExpressionSyntax rent, CancellationToken cancellation)
    {
        SemanticModel model = (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
        if (RenterRewrite.Find(rent, model, cancellation) is not { } rewrite)
            return null;

        RenterType type = await RenterType.ForAsync(rewrite, document, model, cancellation).ConfigureAwait(false);
        SourceText text = await document.GetTextAsync(cancellation).ConfigureAwait(false);
        return new Migration([.. rewrite.ChangesFor(type.Name), .. type.Declaration(text)], type.IsNew);
    }
}
