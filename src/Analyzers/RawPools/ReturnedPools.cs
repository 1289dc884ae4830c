using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Compares the pools that the arrays of a body come from with those that they go back to.</summary>
internal sealed class ReturnedPools(Body body, CancellationToken cancellation)
{
    private readonly ArrayOrigins _arrays = new(body, cancellation);
    private readonly PoolOrigins _pools = new(body.Model, cancellation);

    /// <summary>The pool, or the array, that an array of another pool comes from; null if the return is to its own pool, as far as the code shows.</summary>
    public IOperation? OtherSourceOf(IInvocationOperation end)
        => PoolIdentity.Of(_pools.Of(end.Instance)) is { } pool
            && RawPoolProtocol.ArrayOf(end) is { } array
            && _arrays.Of(array).ToArray() is [var first, ..] origins
            && Array.TrueForAll(origins, origin => IsOfAnother(origin, pool))
                ? first is IInvocationOperation { Instance: { } rented } ? rented : first
                : null;

    private bool IsOfAnother(IOperation origin, PoolIdentity pool) => origin switch
    {
        IInvocationOperation { TargetMethod: { Name: "Rent", ContainingType: var type } } rent
            => RawPoolProtocol.IsArrayPool(type) && PoolIdentity.Of(_pools.Of(rent.Instance)) is { } rented && rented.IsNot(pool),

        // An adapter ignores an array that it did not give out. A pool of the framework keeps it.
        IPropertyReferenceOperation { Property.Name: "Array", Instance: { } segment } => pool.IsOfTheFramework
            && _arrays.Of(segment).ToArray() is { Length: > 0 } segments
            && Array.TrueForAll(segments, PooledGenArrays.IsOfARental),
        _ => false,
    };
}

/// <summary>The expressions that the values of a body's locals can come from, without following the flow of the body.</summary>
internal sealed class ArrayOrigins(Body body, CancellationToken cancellation)
{
    // Found once: a long body has many locals.
    private readonly Lazy<ILookup<ISymbol?, IOperation>> _assigned = new(() => body.Operations(cancellation)
        .Select(static operation => (Local: TargetOf(operation), Operation: operation))
        .Where(static assigned => assigned.Local is not null)
        .ToLookup(static assigned => (ISymbol?)assigned.Local, static assigned => assigned.Operation, SymbolEqualityComparer.Default));

    /// <summary>
    /// The expressions other than null that are assigned to the local, or to the locals that are assigned to it. If the value is no local, the value itself.
    /// </summary>
    public IEnumerable<IOperation> Of(IOperation value) => Of(value, new HashSet<ISymbol>(SymbolEqualityComparer.Default));

    private IEnumerable<IOperation> Of(IOperation value, HashSet<ISymbol> seen)
    {
        while (value is IConversionOperation { OperatorMethod: null, ConstantValue.HasValue: false } conversion)
            value = conversion.Operand;

        if (value is IDefaultValueOperation or { ConstantValue: { HasValue: true, Value: null } })
            return [];
        if (value is not ILocalReferenceOperation { Local: var local })
            return [value];
        if (!seen.Add(local))
            return [];

        IOperation[] assigned = [.. _assigned.Value[local].Select(ValueOf).OfType<IOperation>()];

        // A local that a pattern or a loop declares.
        return assigned.Length == 0 ? [value] : assigned.SelectMany(source => Of(source, seen));
    }

    private static ILocalSymbol? TargetOf(IOperation operation) => operation switch
    {
        IVariableDeclaratorOperation declarator => declarator.Symbol,
        IAssignmentOperation { Target: ILocalReferenceOperation target } => target.Local,
        IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out, Value: ILocalReferenceOperation target } => target.Local,
        _ => null,
    };

    private static IOperation? ValueOf(IOperation operation) => operation switch
    {
        IVariableDeclaratorOperation declarator => declarator.GetVariableInitializer()?.Value,
        IAssignmentOperation assignment => assignment.Value,
        _ => operation, // the callee assigns any array
    };
}
