using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary><c>ArrayPool&lt;T&gt;.Shared.Rent(length)</c>.</summary>
internal sealed record SharedRent(InvocationExpressionSyntax Syntax, ITypeSymbol Element)
{
    public ExpressionSyntax Length => Syntax.ArgumentList.Arguments[0].Expression;

    public static SharedRent? Find(ExpressionSyntax expression, SemanticModel model)
        => expression is InvocationExpressionSyntax { ArgumentList.Arguments: [{ NameColon: null }] } call
            && ElementOf(call, "Rent", model) is { } element
            && TypeTree.Of(element).All(static part => part.TypeKind is not (TypeKind.Error or TypeKind.Dynamic))
                ? new SharedRent(call, element)
                : null;

    /// <summary>The statement that returns an array, if this mention is its argument and a renter would clear the array as the statement does.</summary>
    public ExpressionStatementSyntax? ReturnOf(IdentifierNameSyntax array, SemanticModel model)
        => array.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Parent: ExpressionStatementSyntax statement } call }
            && call.ArgumentList.Arguments[0].Expression == array
            && ElementOf(call, "Return", model) is not null
            && ClearsAsARenter(call)
                ? statement
                : null;

    // A renter clears references, and no others.
    private bool ClearsAsARenter(InvocationExpressionSyntax call) => call.ArgumentList.Arguments switch
    {
        [_] or [_, { Expression.RawKind: (int)SyntaxKind.FalseLiteralExpression }] => true,
        [_, { Expression.RawKind: (int)SyntaxKind.TrueLiteralExpression }]
            => Element.IsReferenceType || !(Element.IsUnmanagedType || TypeTree.DependsOnTypeParameter(Element)),
        [_, { Expression: InvocationExpressionSyntax asked }] => MemberSyntax.NameOf(asked) == "IsReferenceOrContainsReferences",
        _ => false,
    };

    // The element type, if the call is of this method of ArrayPool<T>.Shared.
    private static ITypeSymbol? ElementOf(InvocationExpressionSyntax call, string method, SemanticModel model)
        => call.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: { } name, Expression: MemberAccessExpressionSyntax shared }
            && name == method
            && model.GetSymbolInfo(shared).Symbol is IPropertySymbol { Name: "Shared", IsStatic: true, ContainingType: var pool }
            && SymbolEqualityComparer.Default.Equals(pool.OriginalDefinition, model.Compilation.GetTypeByMetadataName(Framework.ArrayPoolMetadataName))
                ? pool.TypeArguments[0]
                : null;
}
