using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>
/// How code that rents from <c>ArrayPool&lt;T&gt;.Shared</c> rents from a renter instead, with the same outcome. The rule reports where there is
/// a way; the fix goes it.
/// </summary>
/// <param name="Name">The local that becomes the renter.</param>
/// <param name="Rent">The rent that goes.</param>
/// <param name="IsCleared">Whether the arrays were cleared when they went back.</param>
/// <param name="Grows">Whether the renter's writer takes the array's place.</param>
/// <param name="Changes">The changes of the text. Where the renter's type belongs, they have <see cref="TypePlaceholder"/>.</param>
internal sealed record RenterRewrite(string Name, SharedRent Rent, bool IsCleared, bool Grows, ImmutableArray<TextChange> Changes)
{
    /// <summary>No text that a source could have.</summary>
    public const string TypePlaceholder = "\0";

    public static RenterRewrite? Find(InvocationExpressionSyntax call, SemanticModel model, CancellationToken cancellation)
    {
        if (SharedRent.Find(call, model) is not { } rent
            || !RenterElement.HasRenter(rent.Element, model.Compilation)
            || !IsInABlockThatHoldsRenters(call, cancellation))
        {
            return null;
        }

        SourceText text = call.SyntaxTree.GetText(cancellation);
        RenterRewrite? rewrite = BlockRental.Find(rent, model, cancellation) is { } rental
            ? WriterRewrite.Find(rental, model, text, cancellation) ?? ArrayRewrite.Find(rental, model, text, cancellation)
            : null;
        rewrite ??= StackOrPoolRewrite.Find(rent, model, text, cancellation);

        // What has no declaration has no policy of its own.
        return rewrite is { IsCleared: true } && !RenterElement.CanBeNamed(rent.Element) && !RenterElement.IsClearedWhenShared(rent.Element)
            ? null
            : rewrite;
    }

    /// <summary>The changes, once the renter's type is known. What lies in text that goes anyway is left out, such as its indentation.</summary>
    public IEnumerable<TextChange> ChangesFor(string type)
    {
        HashSet<TextSpan> covered = Covered(Changes.Select(static change => change.Span));
        return Changes
            .Where(change => change.Span.IsEmpty || !covered.Contains(change.Span))
            .Select(change => new TextChange(change.Span, change.NewText!.Replace(TypePlaceholder, type)));
    }

    // Those that lie in another one.
    private static HashSet<TextSpan> Covered(IEnumerable<TextSpan> spans)
    {
        HashSet<TextSpan> covered = [];
        int end = -1;
        foreach (TextSpan span in spans.Distinct().OrderBy(static span => span.Start).ThenByDescending(static span => span.End))
        {
            if (span.End <= end)
                covered.Add(span);

            end = Math.Max(end, span.End);
        }

        return covered;
    }

    // A ref struct does not live across await or yield, and no jump crosses a using declaration.
    private static bool IsInABlockThatHoldsRenters(SyntaxNode call, CancellationToken cancellation)
    {
        SyntaxNode? function = call.Ancestors().FirstOrDefault(static node =>
            node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax or MemberDeclarationSyntax or AccessorDeclarationSyntax);
        return function is not null
            && call.FirstAncestorOrSelf<BlockSyntax>() is { } block
            && function.Span.Contains(block.Span)
            && !function.ChildTokens().Any(static token => token.IsKind(SyntaxKind.AsyncKeyword))
            && !MemberNames.Around(call, cancellation).HasJumps
            && call.SyntaxTree.Options is CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp8 };
    }
}
