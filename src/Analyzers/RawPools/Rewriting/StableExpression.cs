using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Recognizes expressions that have the same value everywhere in a block.</summary>
internal static class StableExpression
{
    /// <summary>
    /// Whether the expression consists of constants, and of locals and parameters that are assigned before the block or never: <c>count</c>,
    /// <c>text.Length</c>, <c>2 * count</c>.
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
            && !LocalUses.Of(symbol, FunctionAround(scope), model, cancellation)
                .Any(use => LocalUses.IsWrite(use) && !IsBefore(use, scope, cancellation));

    // A variable that is assigned before the scope, and not in a loop around it, keeps its value. A lambda may assign it at any time.
    private static bool IsBefore(IdentifierNameSyntax write, SyntaxNode scope, CancellationToken cancellation)
        => write.SpanStart < scope.SpanStart
            && !scope.Ancestors().Any(node => Loops.IsLoop(node) && node.Span.Contains(write.Span))
            && !LocalUses.IsCaptured(write, FunctionAround(scope), cancellation);

    private static SyntaxNode FunctionAround(SyntaxNode scope)
        => scope.Ancestors().FirstOrDefault(static node => node is BaseMethodDeclarationSyntax or AccessorDeclarationSyntax)
            ?? scope.SyntaxTree.GetRoot();
}
