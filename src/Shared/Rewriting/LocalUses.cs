using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Finds the mentions of a local or a parameter.</summary>
internal static class LocalUses
{
    /// <summary>Every mention, in source order.</summary>
    public static IReadOnlyList<IdentifierNameSyntax> Of(ISymbol local, SyntaxNode scope, SemanticModel model, CancellationToken cancellation) =>
    [
        .. MemberNames.Around(scope, cancellation).UsesOf(local, model, cancellation).Where(use => scope.Span.Contains(use.Span)),
    ];

    /// <summary>Whether a mention lies in a lambda or a local function inside the scope.</summary>
    public static bool IsCaptured(IdentifierNameSyntax use, SyntaxNode scope, CancellationToken cancellation)
        => MemberNames.Around(scope, cancellation).FunctionOf(use) is { } function && function != scope && scope.Span.Contains(function.Span);

    /// <summary>The mentions in a part of the text. The list is in source order.</summary>
    public static IEnumerable<IdentifierNameSyntax> In(IReadOnlyList<IdentifierNameSyntax> uses, TextSpan part)
    {
        int first = 0;
        for (int end = uses.Count; first < end;)
        {
            int middle = (first + end) / 2;
            (first, end) = uses[middle].SpanStart < part.Start ? (middle + 1, end) : (first, middle);
        }

        for (; first < uses.Count && part.Contains(uses[first].Span); first++)
            yield return uses[first];
    }

    /// <summary>Whether a mention assigns the variable, or passes it by a reference that allows assignment.</summary>
    public static bool IsWrite(IdentifierNameSyntax use) => use.Parent switch
    {
        AssignmentExpressionSyntax assignment => assignment.Left == use,
        PrefixUnaryExpressionSyntax unary
            => unary.Kind() is SyntaxKind.PreIncrementExpression or SyntaxKind.PreDecrementExpression or SyntaxKind.AddressOfExpression,
        PostfixUnaryExpressionSyntax unary => unary.Kind() is SyntaxKind.PostIncrementExpression or SyntaxKind.PostDecrementExpression,
        ArgumentSyntax argument => argument.RefKindKeyword.Kind() is SyntaxKind.RefKeyword or SyntaxKind.OutKeyword || argument.Parent is TupleExpressionSyntax,
        RefExpressionSyntax => true,
        _ => false,
    };
}
