using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>Rewrites a use of a rented array for a renter of the requested length.</summary>
/// <param name="length">The requested length.</param>
/// <param name="block">The block that rents.</param>
/// <param name="model">The model of both.</param>
/// <param name="cancellation">The host's cancellation.</param>
internal sealed class RenterUse(ExpressionSyntax length, BlockSyntax block, SemanticModel model, CancellationToken cancellation)
{
    private readonly bool _isLengthStable = StableExpression.IsStable(length, block, model, cancellation);

    /// <summary>The changes, empty if the text stays the same; null if the use reads beyond the requested length, or the array escapes.</summary>
    public IEnumerable<TextChange>? Rewrite(IdentifierNameSyntax array) => array.Parent switch
    {
        ElementAccessExpressionSyntax element when element.Expression == array => IsElement(element, model) ? [] : null,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan", Parent: InvocationExpressionSyntax call } member
            when member.Expression == array => Slice(member, call),
        EqualsValueClauseSyntax { Parent.Parent.Parent: FixedStatementSyntax } => [],
        ArgumentSyntax { RefKindKeyword.RawKind: 0, NameColon: null, Parent: ArgumentListSyntax { Parent: { } call } list } argument
            => Pass(argument, list, call),
        _ => null,
    };

    /// <summary>Whether the use is an element access with an index from the start that does not escape by reference.</summary>
    public static bool IsElement(ElementAccessExpressionSyntax element, SemanticModel model)
        => element.ArgumentList.Arguments is [{ Expression: { } index }]
            && model.GetTypeInfo(index).Type?.SpecialType is SpecialType.System_Int32 or SpecialType.System_Int16 or SpecialType.System_UInt16
                or SpecialType.System_Byte or SpecialType.System_SByte or SpecialType.System_Char
            && element.Parent is not (RefExpressionSyntax { Parent: not EqualsValueClauseSyntax } or ConditionalAccessExpressionSyntax);

    // array.AsSpan(start, count), array.AsSpan(start..end)
    private IEnumerable<TextChange>? Slice(MemberAccessExpressionSyntax member, InvocationExpressionSyntax call) => call.ArgumentList.Arguments switch
    {
        [{ NameColon: null } start, { NameColon: null } count] => IsWhole(start, count)
            ? [new TextChange(TextSpan.FromBounds(member.Name.SpanStart, call.Span.End), "Span")]
            : [new TextChange(member.Name.Span, "Slice")],
        [{ Expression: RangeExpressionSyntax { RightOperand: { } end } range }] when !IsFromEnd(range.LeftOperand) && !IsFromEnd(end) =>
        [
            new TextChange(TextSpan.FromBounds(member.OperatorToken.SpanStart, call.ArgumentList.OpenParenToken.Span.End), "["),
            new TextChange(call.ArgumentList.CloseParenToken.Span, "]"),
        ],
        _ => null,
    };

    private IEnumerable<TextChange>? Pass(ArgumentSyntax array, ArgumentListSyntax list, SyntaxNode call)
    {
        int position = list.Arguments.IndexOf(array);
        if (position + 2 < list.Arguments.Count && list.Arguments.All(static argument => argument.NameColon is null))
        {
            (ArgumentSyntax start, ArgumentSyntax count) = (list.Arguments[position + 1], list.Arguments[position + 2]);
            if (IsArrayClear(call))
                return [new TextChange(call.Span, $"{array}{Part(start, count)}.Clear()")];

            return !SpanOverload.Exists(call, position, model, out _)
                ? null
                : IsWhole(start, count)
                    ? [new TextChange(TextSpan.FromBounds(array.Span.End, count.Span.End), ".Span")]
                    : [new TextChange(TextSpan.FromBounds(array.Span.End, start.SpanStart), ".Slice("), new TextChange(new TextSpan(count.Span.End, 0), ")")];
        }

        // source.CopyTo(array) with source.Length as the requested length: a renter converts to a span too.
        return call is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CopyTo" } copy }
            && list.Arguments.Count == 1
            && model.GetTypeInfo(array.Expression).ConvertedType is { Name: "Span" }
            && _isLengthStable
            && length is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Length" } asked
            && SyntaxFactory.AreEquivalent(asked.Expression, copy.Expression)
                ? []
                : null;
    }

    private bool IsArrayClear(SyntaxNode call)
        => model.GetSymbolInfo(call).Symbol is IMethodSymbol { Name: "Clear", ContainingType.SpecialType: SpecialType.System_Array };

    private string Part(ArgumentSyntax start, ArgumentSyntax count) => IsWhole(start, count) ? "" : $".Slice({start}, {count})";

    private bool IsWhole(ArgumentSyntax start, ArgumentSyntax count)
        => IsZero(start.Expression) && _isLengthStable && SyntaxFactory.AreEquivalent(count.Expression, length);

    public static bool IsZero(ExpressionSyntax expression) => expression is LiteralExpressionSyntax { Token.Value: 0 };

    private static bool IsFromEnd(ExpressionSyntax? bound) => bound is PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.IndexExpression };
}
