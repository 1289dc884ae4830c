using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>A diagnostic in its document.</summary>
internal sealed record FixSite(SemanticModel Model, SyntaxNode Root, SourceText Text, Diagnostic Diagnostic, CancellationToken Cancellation)
{
    public TextSpan Span => Diagnostic.Location.SourceSpan;

    public static async Task<FixSite> CreateAsync(Document document, Diagnostic diagnostic, CancellationToken cancellation) => new(
        (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!,
        (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false))!,
        await document.GetTextAsync(cancellation).ConfigureAwait(false),
        diagnostic,
        cancellation);

    /// <summary>The innermost node of a kind that contains the whole text of the diagnostic.</summary>
    public TNode? Enclosing<TNode>()
        where TNode : SyntaxNode
        => Root.FindNode(Span, getInnermostNodeForTie: true).FirstAncestorOrSelf<TNode>();
}
