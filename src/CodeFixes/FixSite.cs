using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>A diagnostic in its document.</summary>
internal sealed record FixSite(SemanticModel Model, SyntaxNode Root, SourceText Text, Diagnostic Diagnostic, CancellationToken Cancellation)
{
    public TextSpan Span => Diagnostic.Location.SourceSpan;

    public static async Task<FixSite> CreateAsync(Document document, Diagnostic diagnostic, CancellationToken cancellation)
    {
        FixSite site = await OfOneTargetAsync(document, diagnostic, cancellation).ConfigureAwait(false);
        List<FixSite> others = [];
        foreach (DocumentId linked in document.GetLinkedDocumentIds())
        {
            FixSite other = await OfOneTargetAsync(document.Project.Solution.GetDocument(linked)!, diagnostic, cancellation).ConfigureAwait(false);
            if (other.Root.FindToken(site.Span.Start).Span.Contains(site.Span.Start))
                others.Add(other);
        }

        return site with { Others = others };
    }

    private static async Task<FixSite> OfOneTargetAsync(Document document, Diagnostic diagnostic, CancellationToken cancellation) => new(
        (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!,
        (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false))!,
        await document.GetTextAsync(cancellation).ConfigureAwait(false),
        diagnostic,
        cancellation);

    /// <summary>The same place in the other targets of the project, and in projects that share the file, where no #if leaves the code out.</summary>
    public IReadOnlyList<FixSite> Others { get; private init; } = [];

    /// <summary>Whether another build may have other code here, which the fix would have to know.</summary>
    public bool IsConditional => ConditionalCode.IsAround(Enclosing<SyntaxNode>()!);

    /// <summary>Whether something holds in each target.</summary>
    public bool InEachTarget(Func<Compilation, bool> holds) => holds(Model.Compilation) && Others.All(other => holds(other.Model.Compilation));

    /// <summary>The innermost node of a kind that contains the whole text of the diagnostic.</summary>
    public TNode? Enclosing<TNode>()
        where TNode : SyntaxNode
        => Root.FindNode(Span, getInnermostNodeForTie: true).FirstAncestorOrSelf<TNode>();
}
