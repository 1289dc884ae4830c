using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.RawPools;

/// <summary>What the code shows of a pool's identity. Two pools with different identities are different objects.</summary>
/// <param name="Kind">The name of the member that gives the pool: <c>Shared</c>, <c>Create</c> or <c>AsArrayPool</c>.</param>
/// <param name="Which">Tells the pools of a kind apart; null if the code does not show which one it is.</param>
internal sealed record PoolIdentity(string Kind, object? Which)
{
    /// <summary>Whether the pool is one of the framework's own.</summary>
    public bool IsOfTheFramework => Kind != "AsArrayPool";

    /// <summary>The identity of a pool that comes from this expression; null if it may be any pool.</summary>
    public static PoolIdentity? Of(IOperation? origin) => origin switch
    {
        // All code that can exchange arrays with this pool has the same element type.
        IPropertyReferenceOperation { Property: { Name: "Shared", IsStatic: true } shared } when IsPoolOfTheFramework(shared) => new("Shared", "Shared"),
        IInvocationOperation { TargetMethod: { Name: "Create", IsStatic: true } create } call when IsPoolOfTheFramework(create)
            => new("Create", (call.Syntax.SyntaxTree, call.Syntax.Span)),
        IInvocationOperation { Instance: var pool } when PooledGenArrays.IsAdapter(origin)
            => new("AsArrayPool", (pool as IPropertyReferenceOperation)?.Property is { IsStatic: true } property ? property.ToDisplayString() : null),
        _ => null,
    };

    public bool IsNot(PoolIdentity other) => Kind != other.Kind || (Which is not null && other.Which is not null && !Which.Equals(other.Which));

    private static bool IsPoolOfTheFramework(ISymbol member) => member.ContainingType is { Name: "ArrayPool", Arity: 1 } pool && Framework.IsInBuffers(pool);
}
