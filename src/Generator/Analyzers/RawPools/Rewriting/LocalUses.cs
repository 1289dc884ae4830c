using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>Where a local or a parameter is mentioned.</summary>
internal static class LocalUses
{
    /// <summary>Every mention, in source order.</summary>
    public static IReadOnlyList<IdentifierNameSyntax> Of(ISymbol local, SyntaxNode scope, SemanticModel model, CancellationToken cancellation) =>
    [
        .. MemberNames.Around(scope, cancellation).UsesOf(local, model, cancellation).Where(use => scope.Span.Contains(use.Span)),
    ];

    /// <summary>Whether a mention lies in a lambda or a local function inside the scope.</summary>
    public static bool IsCaptured(IdentifierNameSyntax use, SyntaxNode scope)
        => use.Ancestors().TakeWhile(node => node != scope).Any(static node => node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax);

    /// <summary>Whether a mention sets the variable, or hands out a way to do so.</summary>
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
