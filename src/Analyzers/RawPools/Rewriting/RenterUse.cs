using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Rewrites a use of a rented array for a renter, or an owner, of the requested length.</summary>
/// <param name="length">The requested length.</param>
/// <param name="block">The block that rents.</param>
/// <param name="replacement">What takes the place of the array.</param>
/// <param name="model">The model of both.</param>
/// <param name="cancellation">The host's cancellation.</param>
internal sealed class RenterUse(
    ExpressionSyntax length, BlockSyntax block, Replacement replacement, SemanticModel model, CancellationToken cancellation)
{
    // An owner's own Slice would end the owner.
    private static readonly View s_renter = new(".Span", "");
    private static readonly View s_span = new("", "");
    private static readonly View s_spanOfOwner = new(".Span", ".Span");
    private static readonly View s_memoryOfOwner = new(".Memory", ".Memory");

    private readonly bool _isOwner = replacement == Replacement.Owner;
    private readonly bool _isLengthStable = StableExpression.IsStable(length, block, model, cancellation);

    private View Span => replacement switch
    {
        Replacement.Owner => s_spanOfOwner,
        Replacement.Span => s_span,
        _ => s_renter,
    };

    /// <summary>The changes, empty if the text stays the same; null if the use reads beyond the requested length, or the array escapes.</summary>
    public IEnumerable<TextChange>? Rewrite(IdentifierNameSyntax array) => array.Parent switch
    {
        ElementAccessExpressionSyntax element when element.Expression == array => IsElement(element) && !(_isOwner && IsPoorInAnOwner(element)) ? [] : null,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan", Parent: InvocationExpressionSyntax call } member
            when member.Expression == array => Slice(member, call, Span),
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsMemory", Parent: InvocationExpressionSyntax call } member
            when _isOwner && member.Expression == array => Slice(member, call, s_memoryOfOwner),
        EqualsValueClauseSyntax { Parent.Parent.Parent: FixedStatementSyntax } when !_isOwner => [],
        ArgumentSyntax { RefKindKeyword.RawKind: 0, NameColon: null, Parent: ArgumentListSyntax { Parent: { } call } list } argument
            => Pass(argument, list, call),
        _ => null,
    };

    /// <summary>Whether the use is an element access in a loop inside the block that rents.</summary>
    public static bool IsElementInALoop(IdentifierNameSyntax array, BlockSyntax block)
        => array.Parent is ElementAccessExpressionSyntax element && element.Expression == array && LoopAround(element, block) is not null;

    // An index from the start, of an element that does not escape by reference.
    private bool IsElement(ElementAccessExpressionSyntax element)
        => element.ArgumentList.Arguments is [{ Expression: { } index }]
            && model.GetTypeInfo(index).Type?.SpecialType is SpecialType.System_Int32 or SpecialType.System_Int16 or SpecialType.System_UInt16
                or SpecialType.System_Byte or SpecialType.System_SByte or SpecialType.System_Char
            && element.Parent is not (RefExpressionSyntax { Parent: not EqualsValueClauseSyntax } or ConditionalAccessExpressionSyntax);

    // An owner finds its array anew for each element, which is slow in a loop that does nothing else. And a reference to an element cannot be kept
    // while the rest of the expression is awaited (CS8178).
    private bool IsPoorInAnOwner(ElementAccessExpressionSyntax element)
    {
        StatementSyntax statement = element.FirstAncestorOrSelf<StatementSyntax>()!;
        return HasAwait(statement) || (LoopAround(element, block) is { } loop && !HasAwait(loop));
    }

    private static SyntaxNode? LoopAround(SyntaxNode node, BlockSyntax block)
        => node.Ancestors().TakeWhile(outer => outer != block).FirstOrDefault(Loops.IsLoop);

    private static bool HasAwait(SyntaxNode node) => node.DescendantNodes().Any(static inner => inner is AwaitExpressionSyntax);

    // array.AsSpan(start, count), array.AsSpan().Slice(start, count)
    private IEnumerable<TextChange>? Slice(MemberAccessExpressionSyntax member, InvocationExpressionSyntax call, View view)
        => call.ArgumentList.Arguments switch
        {
            [] when call.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Slice", Parent: InvocationExpressionSyntax slice } next
                => slice.ArgumentList.Arguments is [{ NameColon: null } start, { NameColon: null } count]
                    ? SliceOf(member, next, slice, start, count, view)
                    : null,
            [{ NameColon: null } start, { NameColon: null } count] => SliceOf(member, member, call, start, count, view),
            _ => null,
        };

    // From the dot behind the array to the name of the method, or to the end of the call.
    private IEnumerable<TextChange> SliceOf(
        MemberAccessExpressionSyntax first,
        MemberAccessExpressionSyntax last,
        InvocationExpressionSyntax call,
        ArgumentSyntax start,
        ArgumentSyntax count,
        View view)
        => IsWhole(start, count)
            ? [new TextChange(TextSpan.FromBounds(first.OperatorToken.SpanStart, call.Span.End), view.Whole)]
            : [new TextChange(TextSpan.FromBounds(first.OperatorToken.SpanStart, last.Name.Span.End), view.Parts + ".Slice")];

    // stream.Read(array, start, count)
    private IEnumerable<TextChange>? Pass(ArgumentSyntax array, ArgumentListSyntax list, SyntaxNode call)
    {
        int position = list.Arguments.IndexOf(array);
        if (position + 2 >= list.Arguments.Count || list.Arguments.Any(static argument => argument.NameColon is not null))
            return null;

        View? view = ViewOverload.OfASpan(call, position, model) ? Span
            : _isOwner && ViewOverload.OfAMemory(call, position, model) ? s_memoryOfOwner
            : null;
        (ArgumentSyntax start, ArgumentSyntax count) = (list.Arguments[position + 1], list.Arguments[position + 2]);
        return view is null ? null
            : IsWhole(start, count) ? [new TextChange(TextSpan.FromBounds(array.Span.End, count.Span.End), view.Whole)]
            :
            [
                new TextChange(TextSpan.FromBounds(array.Span.End, start.SpanStart), view.Parts + ".Slice("),
                new TextChange(new TextSpan(count.Span.End, 0), ")"),
            ];
    }

    private bool IsWhole(ArgumentSyntax start, ArgumentSyntax count)
        => start.Expression is LiteralExpressionSyntax { Token.Value: 0 } && _isLengthStable && SyntaxFactory.AreEquivalent(count.Expression, length);

    /// <summary>How the elements are reached.</summary>
    /// <param name="Whole">What is written for all of them.</param>
    /// <param name="Parts">What is written before <c>.Slice(</c> for a part of them.</param>
    private sealed record View(string Whole, string Parts);
}
