using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>What takes the place of a rented array.</summary>
internal enum Replacement
{
    Renter,

    /// <summary>A renter and its span, where a loop reads or writes elements: the renter's indexer looks at the rental each time.</summary>
    Span,

    /// <summary>A <c>PooledOwner&lt;T&gt;</c>, in an async method.</summary>
    Owner,
}

/// <summary>
/// The rewrite of code that rents from <c>ArrayPool&lt;T&gt;.Shared</c> to use a renter with the same behavior. The rule reports the code if there is a
/// rewrite; the fix applies it.
/// </summary>
/// <param name="Name">The local that becomes the renter.</param>
/// <param name="Rent">The replaced rent.</param>
/// <param name="Replacement">What replaces the array.</param>
/// <param name="Changes">The changes of the text, with <see cref="TypePlaceholder"/> in the place of the renter's type.</param>
internal sealed record RenterRewrite(string Name, SharedRent Rent, Replacement Replacement, ImmutableArray<TextChange> Changes)
{
    public const string SpanMetadataName = "System.Span`1";

    /// <summary>A text that no source contains.</summary>
    public const string TypePlaceholder = "\0";

    public static RenterRewrite? Find(InvocationExpressionSyntax call, SemanticModel model, CancellationToken cancellation)
    {
        if (SharedRent.Find(call, model) is not { } rent || FunctionThatCanHoldARental(call, cancellation) is not { } function)
            return null;

        // A ref struct does not live across an await.
        bool isAsync = IsAsync(function);
        if (BlockRental.Find(rent, model, cancellation) is not { } rental)
            return isAsync ? null : StackOrPool.Rewrite(rent, model, cancellation);

        return isAsync ? rental.Rewrite(Replacement.Owner, model, cancellation)
            : SpanEscape.IsPossible(rental.Local, rental.Block, model, cancellation) ? null
            : rental.Rewrite(IsBestAsASpan(rental, model, cancellation) ? Replacement.Span : Replacement.Renter, model, cancellation);
    }

    /// <summary>A generic type of the element, such as <c>PooledOwner&lt;byte&gt;</c>, as it is written at a position.</summary>
    /// <param name="type">The metadata name of the type.</param>
    /// <param name="element">The element.</param>
    /// <param name="model">The model of the code.</param>
    /// <param name="position">The position.</param>
    public static string TypeOf(string type, ITypeSymbol element, SemanticModel model, int position) => model.Compilation.GetTypeByMetadataName(type)!
        .Construct(ImmutableArray.Create(element), ImmutableArray.Create(element.NullableAnnotation))
        .ToMinimalDisplayString(model, position);

    /// <summary>The changes with the renter's type. A change inside removed text, such as its indentation, is omitted.</summary>
    public IEnumerable<TextChange> ChangesFor(string type)
    {
        int end = -1;
        foreach (TextChange change in Changes.OrderBy(static change => change.Span.Start).ThenByDescending(static change => change.Span.End))
        {
            if (!change.Span.IsEmpty && change.Span.End <= end)
                continue;

            end = Math.Max(end, change.Span.End);
            yield return new TextChange(change.Span, change.NewText!.Replace(TypePlaceholder, type));
        }
    }

    private static bool IsBestAsASpan(BlockRental rental, SemanticModel model, CancellationToken cancellation)
        => model.Compilation.GetTypeByMetadataName(SpanMetadataName) is not null
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
