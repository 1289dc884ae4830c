using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>
/// The rewrite of code that rents from <c>ArrayPool&lt;T&gt;.Shared</c> or <c>MemoryPool&lt;T&gt;.Shared</c> to use a renter with the same behavior. The rule
/// reports the code if there is a rewrite; the fix applies it.
/// </summary>
/// <param name="Name">The local that becomes the renter.</param>
/// <param name="Rent">The replaced rent.</param>
/// <param name="IsCleared">Whether the arrays were cleared on return.</param>
/// <param name="Replacement">What replaces the array.</param>
/// <param name="Changes">The changes of the text, with <see cref="TypePlaceholder"/> in the place of the renter's type.</param>
internal sealed record RenterRewrite(string Name, SharedRent Rent, bool IsCleared, Replacement Replacement, ImmutableArray<TextChange> Changes)
{
    /// <summary>A text that no source contains.</summary>
    public const string TypePlaceholder = "\0";

    public static RenterRewrite? Find(InvocationExpressionSyntax call, SemanticModel model, CancellationToken cancellation)
    {
        if (SharedRent.Find(call, model) is not { } rent
            || !RenterElement.HasRenter(rent.Element, model.Compilation)
            || FunctionThatCanHoldARental(call, cancellation) is not { } function)
        {
            return null;
        }

        SourceText text = call.SyntaxTree.GetText(cancellation);
        RenterRewrite? rewrite = rent.IsOfAMemoryPool
            ? MemoryOwnerRewrite.Find(rent, model, cancellation)
            : FindInBlock(rent, IsAsync(function), model, text, cancellation);

        // A shared renter has no declaration, so its clearing cannot be configured.
        return rewrite is { IsCleared: true } && !RenterElement.CanBeNamed(rent.Element) && !RenterElement.IsClearedWhenShared(rent.Element)
            ? null
            : rewrite;
    }

    /// <summary>The changes with the renter's type. A change inside removed text, such as its indentation, is omitted.</summary>
    public IEnumerable<TextChange> ChangesFor(string type)
    {
        HashSet<TextSpan> covered = Covered(Changes.Select(static change => change.Span));
        return Changes
            .Where(change => change.Span.IsEmpty || !covered.Contains(change.Span))
            .Select(change => new TextChange(change.Span, change.NewText!.Replace(TypePlaceholder, type)));
    }

    // The spans that lie inside another span.
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

    private static RenterRewrite? FindInBlock(SharedRent rent, bool isAsync, SemanticModel model, SourceText text, CancellationToken cancellation)
    {
        // A ref struct does not live across an await.
        BlockRental? rental = BlockRental.Find(rent, model, cancellation);
        if (isAsync)
            return rental is null ? null : ArrayRewrite.Find(rental, Replacement.Owner, model, text, cancellation);

        RenterRewrite? rewrite = null;
        if (rental is not null && !SpanEscape.IsPossible(rental.Local, rental.Block, model, cancellation))
        {
            Replacement replacement = IsBestAsASpan(rental, model, cancellation) ? Replacement.Span : Replacement.Renter;
            rewrite = WriterRewrite.Find(rental, model, text, cancellation) ?? ArrayRewrite.Find(rental, replacement, model, text, cancellation);
        }

        return rewrite ?? StackOrPoolRewrite.Find(rent, model, text, cancellation);
    }

    private static bool IsBestAsASpan(BlockRental rental, SemanticModel model, CancellationToken cancellation)
        => model.Compilation.GetTypeByMetadataName(RenterElement.SpanMetadataName) is not null
            && rental.Uses.Any(use => RenterUse.IsElementInALoop(use, rental.Block))
            && !MemberNames.Around(rental.Block, cancellation).IsUsed(rental.NameOfRenter);

    // No rental lives across a yield, and jumps cannot cross a using declaration.
    private static SyntaxNode? FunctionThatCanHoldARental(SyntaxNode call, CancellationToken cancellation)
    {
        SyntaxNode? function = call.Ancestors().FirstOrDefault(static node =>
            node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax or MemberDeclarationSyntax or AccessorDeclarationSyntax);
        return function is not null
            && call.FirstAncestorOrSelf<BlockSyntax>() is { } block
            && function.Span.Contains(block.Span)
            && !MemberNames.Around(call, cancellation).HasJumps
            && call.SyntaxTree.Options is CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp8 }
                ? function
                : null;
    }

    // Top-level statements say nothing of being async.
    private static bool IsAsync(SyntaxNode function) => function is GlobalStatementSyntax
        ? function.DescendantNodes().Any(static node => node is AwaitExpressionSyntax)
        : function.ChildTokens().Any(static token => token.IsKind(SyntaxKind.AsyncKeyword));
}
