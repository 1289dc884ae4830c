using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Recognizes the arrays that come from PooledGen's pools: through an adapter, or out of a rental.</summary>
internal static class PooledGenArrays
{
    /// <summary>Whether the expression is a call of <c>AsArrayPool()</c> of a PooledGen pool, or creates a <c>PooledArrayPool</c>.</summary>
    public static bool IsAdapter(IOperation? pool) => pool switch
    {
        IInvocationOperation call => KnownMethods.GivesAnAdapter(call.TargetMethod),
        IObjectCreationOperation { Constructor: { } constructor } => KnownMethods.GivesAnAdapter(constructor),
        _ => false,
    };

    /// <summary>Whether the call is <c>TryRent</c> of a pool, whose <c>out</c> parameter gets the array.</summary>
    public static bool IsTryRent(IInvocationOperation call)
        => call.TargetMethod is { Name: "TryRent", ReturnType.SpecialType: SpecialType.System_Boolean, ContainingType: var pool }
            && RawPoolProtocol.IsArrayPool(pool);

    /// <summary>
    /// Whether a return through the adapter clears references. All pools do that unless <c>ClearPolicy.Never</c> is declared or passed. A pool whose
    /// declaration is not visible here counts as one that does.
    /// </summary>
    public static bool ClearsReferences(IOperation? pool, Compilation compilation)
        => IsAdapter(pool) && (PolicyOf(pool, compilation) is not { } policy || Clearing.OnReturn(policy, holdsReferences: true));

    // The policy of the pool; null if the code does not show it.
    private static int? PolicyOf(IOperation? pool, Compilation compilation) => pool switch
    {
        IObjectCreationOperation creation => PolicyIn(creation),
        IInvocationOperation { Instance: IPropertyReferenceOperation { Property: { IsStatic: true, ContainingType: var renter } } }
            => DeclarationOf(renter.OriginalDefinition, compilation)?.Options.Clear,
        _ => null,
    };

    // Of `new PooledArrayPool<T>(n, new() { Clear = policy })`.
    private static int? PolicyIn(IObjectCreationOperation creation)
    {
        IOperation? options = creation.Arguments.FirstOrDefault(static argument => argument.Parameter?.Name == "options")?.Value;
        return (options is IConversionOperation conversion ? conversion.Operand : options) is IObjectCreationOperation { Initializer: { } initializer }
            ? initializer.Initializers.OfType<ISimpleAssignmentOperation>()
                .FirstOrDefault(static assignment => assignment.Target is IPropertyReferenceOperation { Property.Name: "Clear" })
                ?.Value.ConstantValue.Value as int?
            : null;
    }

    private static BufferDeclaration? DeclarationOf(INamedTypeSymbol renter, Compilation compilation)
        => BufferDeclaration.IsRenter(renter) ? BufferDeclaration.Find(renter, compilation)
            : renter.ContainingType is { } element ? BufferDeclaration.Find(element, compilation)
            : null;

    /// <summary>Whether the value is a call of <c>DangerousGetArray()</c> of a renter, an owner or a <c>PooledBufferWriter</c>.</summary>
    public static bool IsOfARental(IOperation value)
        => value is IInvocationOperation { TargetMethod: { Name: "DangerousGetArray", ContainingType: var type } }
            && (type.ContainingNamespace?.ToDisplayString() == WellKnownNames.Namespace
                || BufferDeclaration.IsRenter(type)
                || (type.ContainingType is { } element && BufferDeclaration.IsElement(element)));
}
