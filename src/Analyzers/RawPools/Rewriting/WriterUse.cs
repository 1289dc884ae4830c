using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Rewrites a use of an array that grows, or of its count of written elements, for a writer.</summary>
internal sealed class WriterUse(ILocalSymbol buffer, ILocalSymbol count, BlockSyntax block, SemanticModel model, CancellationToken cancellation)
{
    private readonly ITypeSymbol _element = ((IArrayTypeSymbol)buffer.Type).ElementType;
    private readonly IReadOnlyList<IdentifierNameSyntax> _counts = LocalUses.Of(count, block, model, cancellation);

    /// <summary>The changes; null if a writer has no equivalent.</summary>
    public IEnumerable<TextChange>? RewriteArray(IdentifierNameSyntax array) => array.Parent switch
    {
        ElementAccessExpressionSyntax { Parent: AssignmentExpressionSyntax { Parent: ExpressionStatementSyntax } append } element
            when append.Left == element && append.IsKind(SyntaxKind.SimpleAssignmentExpression) => Append(array, element, append.Right),
        ElementAccessExpressionSyntax element when element.Expression == array => Read(array, element),
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan", Parent: InvocationExpressionSyntax call } member
            when member.Expression == array => Written(member, call),
        ArgumentSyntax { RefKindKeyword.RawKind: 0, Parent: ArgumentListSyntax { Parent: { } call } list } argument => Pass(argument, list, call),
        _ => null,
    };

    /// <summary>The change; null if the code assigns the count other than by appending.</summary>
    public TextChange? RewriteCount(IdentifierNameSyntax use)
        => LocalUses.IsWrite(use) || use.Parent is AnonymousObjectMemberDeclaratorSyntax ? null : new TextChange(use.Span, $"{buffer.Name}.Length");

    // buffer[count++] = value;
    private IEnumerable<TextChange>? Append(IdentifierNameSyntax array, ElementAccessExpressionSyntax element, ExpressionSyntax value)
        => element.ArgumentList.Arguments is [{ Expression: PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression } next }]
            && IsCount(next.Operand)
            && !LocalUses.In(_counts, value.Span).Any()
            && (model.GetConstantValue(value).HasValue || SymbolEqualityComparer.Default.Equals(model.GetTypeInfo(value).Type, _element))
                ? [new TextChange(TextSpan.FromBounds(array.Span.End, value.SpanStart), ".Append("), new TextChange(new TextSpan(value.Span.End, 0), ")")]
                : null;

    private IEnumerable<TextChange>? Read(IdentifierNameSyntax array, ElementAccessExpressionSyntax element)
        => RenterUse.IsElement(element, model)
            && element.Parent is not (RefExpressionSyntax or PrefixUnaryExpressionSyntax or PostfixUnaryExpressionSyntax)
            && element.Parent is not ArgumentSyntax { RefKindKeyword.RawKind: not 0 }
            && !(element.Parent is AssignmentExpressionSyntax assignment && assignment.Left == element)
            && !(element.Parent is MemberAccessExpressionSyntax && _element is { IsValueType: true, IsReadOnly: false, SpecialType: SpecialType.None })
                ? [new TextChange(new TextSpan(array.Span.End, 0), ".WrittenSpan")]
                : null;

    // The written elements become a read-only span.
    private IEnumerable<TextChange>? Written(MemberAccessExpressionSyntax member, InvocationExpressionSyntax call)
        => call.ArgumentList.Arguments is [{ } start, { } end]
            && IsAll(start, end)
            && (model.GetTypeInfo(call).ConvertedType is { Name: "ReadOnlySpan" }
                || call.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ToArray" or "CopyTo" or "TryCopyTo" or "ToString" }
                || call.Parent is ForEachStatementSyntax { Type: not RefTypeSyntax })
                ? [new TextChange(TextSpan.FromBounds(member.Name.SpanStart, call.Span.End), "WrittenSpan")]
                : null;

    private IEnumerable<TextChange>? Pass(ArgumentSyntax array, ArgumentListSyntax list, SyntaxNode call)
    {
        int position = list.Arguments.IndexOf(array);
        return position + 2 < list.Arguments.Count
            && list.Arguments.All(static argument => argument.NameColon is null)
            && IsAll(list.Arguments[position + 1], list.Arguments[position + 2])
            && SpanOverload.Exists(call, position, model, out bool readOnlySpan)
            && readOnlySpan
                ? [new TextChange(TextSpan.FromBounds(array.Span.End, list.Arguments[position + 2].Span.End), ".WrittenSpan")]
                : null;
    }

    private bool IsAll(ArgumentSyntax start, ArgumentSyntax end) => RenterUse.IsZero(start.Expression) && IsCount(end.Expression);

    private bool IsCount(ExpressionSyntax expression) => SymbolEqualityComparer.Default.Equals(model.GetSymbolInfo(expression).Symbol, count);
}
