using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Recognizes calls of iterators. The code of an iterator runs when its result is enumerated, so the result is a view of the memory that the call received,
/// and the call itself throws nothing.
/// </summary>
internal static class Iterators
{
    private static readonly string[] s_sequences = ["IEnumerable", "IEnumerator", "IAsyncEnumerable", "IAsyncEnumerator"];

    /// <summary>Whether the source of the called method contains a <c>yield</c>.</summary>
    public static bool IsCall(IInvocationOperation call)
        => call.Type is INamedTypeSymbol type && Array.IndexOf(s_sequences, type.Name) >= 0
            && Callees.DeclarationOf(call.TargetMethod).DeclaringSyntaxReferences.Any(static declaration => Yields(declaration.GetSyntax()));

    /// <summary>The sequence that a query of LINQ reads when its own result is enumerated; null if the call is not such a query.</summary>
    public static IOperation? QueriedBy(IInvocationOperation call)
        => call is { Arguments: [var source, ..], TargetMethod: { ContainingType.Name: "Enumerable", ReturnType.Name: var result } query }
            && result is "IEnumerable" or "IOrderedEnumerable"
            && Framework.Owns(query)
                ? source.Value
                : null;

    /// <summary>Whether the call's result is stored or returned, so that it is not enumerated at the place of the call.</summary>
    public static bool IsDeferred(IInvocationOperation call)
        => call.Parent is IVariableInitializerOperation or ISimpleAssignmentOperation or IReturnOperation && IsCall(call);

    private static bool Yields(SyntaxNode method)
        => method.DescendantNodes(node => node == method || node is not (LocalFunctionStatementSyntax or AnonymousFunctionExpressionSyntax))
            .Any(static node => node is YieldStatementSyntax);
}
