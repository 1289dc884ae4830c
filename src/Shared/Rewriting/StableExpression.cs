using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Recognizes expressions that have the same value everywhere in a block.</summary>
internal static class StableExpression
{
    /// <summary>
    /// Whether the expression consists of constants, and of locals and parameters that are never assigned: <c>count</c>, <c>text.Length</c>,
    /// <c>2 * count</c>.
    /// </summary>
    public static bool IsStable(ExpressionSyntax expression, SyntaxNode scope, SemanticModel model, CancellationToken cancellation)
        => model.GetConstantValue(expression).HasValue || expression switch
        {
            ParenthesizedExpressionSyntax inner => IsStable(inner.Expression, scope, model, cancellation),
            CastExpressionSyntax cast => IsStable(cast.Expression, scope, model, cancellation),
            BinaryExpressionSyntax binary => IsStable(binary.Left, scope, model, cancellation) && IsStable(binary.Right, scope, model, cancellation),
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Length" } member
                => HasFixedLength(member.Expression, model) && IsStable(member.Expression, scope, model, cancellation),
            IdentifierNameSyntax name => model.GetSymbolInfo(name).Symbol is { } symbol && IsNeverSet(symbol, scope, model, cancellation),
            _ => false,
        };

    private static bool HasFixedLength(ExpressionSyntax expression, SemanticModel model) => model.GetTypeInfo(expression).Type
        is IArrayTypeSymbol or { SpecialType: SpecialType.System_String } or { Name: "Span" or "ReadOnlySpan" or "Memory" or "ReadOnlyMemory" };

    private static bool IsNeverSet(ISymbol symbol, SyntaxNode scope, SemanticModel model, CancellationToken cancellation)
        => symbol is IParameterSymbol { RefKind: RefKind.None } or ILocalSymbol { IsRef: false }
            && !LocalUses.Of(symbol, FunctionAround(scope), model, cancellation).Any(LocalUses.IsWrite);

    private static SyntaxNode FunctionAround(SyntaxNode scope)
        => scope.Ancestors().FirstOrDefault(static node => node is BaseMethodDeclarationSyntax or AccessorDeclarationSyntax)
            ?? scope.SyntaxTree.GetRoot();
}
