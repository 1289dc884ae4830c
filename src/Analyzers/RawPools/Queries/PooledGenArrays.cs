using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Recognizes the arrays that come from PooledGen's pools: through an adapter, or out of a rental.</summary>
internal static class PooledGenArrays
{
    /// <summary>Whether the expression is a call of <c>AsArrayPool()</c> of a PooledGen pool.</summary>
    public static bool IsAdapter(IOperation? pool) => pool is IInvocationOperation call && KnownMethods.GivesAnAdapter(call.TargetMethod);

    /// <summary>
    /// Whether a return through the adapter clears references. All pools do that unless their declaration says <c>ClearPolicy.Never</c>. A pool whose
    /// declaration is not visible here counts as one that does.
    /// </summary>
    public static bool ClearsReferences(IOperation? pool, Compilation compilation)
        => IsAdapter(pool)
            && (((IInvocationOperation)pool!).Instance is not IPropertyReferenceOperation { Property: { IsStatic: true, ContainingType: var renter } }
                || DeclarationOf(renter.OriginalDefinition, compilation) is not { Options.Clear: var policy }
                || Clearing.OnReturn(policy, holdsReferences: true));

    private static BufferDeclaration? DeclarationOf(INamedTypeSymbol renter, Compilation compilation)
        => BufferDeclaration.IsRenter(renter) ? BufferDeclaration.Find(renter, compilation)
            : renter.ContainingType is { } element ? BufferDeclaration.Find(element, compilation)
            : null;

    /// <summary>Whether the value is a call of <c>DangerousGetArray()</c> of a renter, an owner or a writer.</summary>
    public static bool IsOfARental(IOperation value)
        => value is IInvocationOperation { TargetMethod: { Name: "DangerousGetArray", ContainingType: var type } }
            && (type.ContainingNamespace?.ToDisplayString() == WellKnownNames.Namespace
                || BufferDeclaration.IsRenter(type)
                || (type.ContainingType is { } element && BufferDeclaration.IsElement(element)));
}
