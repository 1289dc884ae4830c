using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary><c>ArrayPool&lt;T&gt;.Shared.Rent(length)</c>, or the same of a <c>MemoryPool&lt;T&gt;</c>.</summary>
internal sealed record SharedRent(InvocationExpressionSyntax Syntax, ITypeSymbol Element, bool IsOfAMemoryPool)
{
    public ExpressionSyntax Length => Syntax.ArgumentList.Arguments[0].Expression;

    public static SharedRent? Find(ExpressionSyntax expression, SemanticModel model)
        => expression is InvocationExpressionSyntax { ArgumentList.Arguments: [{ NameColon: null }] } call
            ? Find(call, SharedPool.MetadataName, model) ?? Find(call, SharedPool.MemoryPoolMetadataName, model)
            : null;

    private static SharedRent? Find(InvocationExpressionSyntax call, string pool, SemanticModel model)
        => SharedPool.ElementOf(call, "Rent", pool, model) is { } element
            ? new SharedRent(call, element, pool == SharedPool.MemoryPoolMetadataName)
            : null;
}

/// <summary><c>ArrayPool&lt;T&gt;.Shared.Return(array)</c> as a statement.</summary>
internal sealed record SharedReturn(ExpressionStatementSyntax Syntax, bool IsClearing)
{
    /// <summary>The statement that returns an array, if this mention is its argument.</summary>
    public static SharedReturn? Find(IdentifierNameSyntax array, SemanticModel model)
        => array.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Parent: ExpressionStatementSyntax statement } call }
            && call.ArgumentList.Arguments[0].Expression == array
            && SharedPool.ElementOf(call, "Return", SharedPool.MetadataName, model) is not null
            && IsClearingArray(call) is { } isClearing
                ? new SharedReturn(statement, isClearing)
                : null;

    // Null if it is decided at run time.
    private static bool? IsClearingArray(InvocationExpressionSyntax call) => call.ArgumentList.Arguments switch
    {
        [_] => false,
        [_, { Expression: LiteralExpressionSyntax clear }] => clear.IsKind(SyntaxKind.TrueLiteralExpression),

        // A renter makes the same decision itself, unless its policy differs.
        [_, { Expression: InvocationExpressionSyntax asked }] when MemberSyntax.NameOf(asked) == "IsReferenceOrContainsReferences" => false,
        _ => null,
    };
}

internal static class SharedPool
{
    public const string MetadataName = "System.Buffers.ArrayPool`1";
    public const string MemoryPoolMetadataName = "System.Buffers.MemoryPool`1";

    /// <summary>The element type, if the call is of this method of the pool's <c>Shared</c>.</summary>
    public static ITypeSymbol? ElementOf(InvocationExpressionSyntax call, string method, string poolType, SemanticModel model)
        => call.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: { } name, Expression: MemberAccessExpressionSyntax shared }
            && name == method
            && model.GetSymbolInfo(shared).Symbol is IPropertySymbol { Name: "Shared", IsStatic: true, ContainingType: var pool }
            && SymbolEqualityComparer.Default.Equals(pool.OriginalDefinition, model.Compilation.GetTypeByMetadataName(poolType))
                ? pool.TypeArguments[0]
                : null;
}
