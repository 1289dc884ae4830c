using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Compares the pools that the arrays of a body come from with those that they go back to.</summary>
internal sealed class ReturnedPools(Body body, CancellationToken cancellation)
{
    private readonly ArrayOrigins _arrays = new(body, cancellation);
    private readonly MemberValues _members = new(body.Model, cancellation);
    private readonly PoolOrigins _pools = new(body.Model, cancellation);

    /// <summary>
    /// How the code shows that an array is not one of the pool that it is returned to: where it comes from, or its type. Null if the code does not show it.
    /// </summary>
    public string? OtherSourceOf(IInvocationOperation end)
    {
        if (RawPoolProtocol.ArrayOf(end) is not { } array)
            return null;

        PoolIdentity? pool = PoolIdentity.Of(_pools.Of(end.Instance));
        IOperation[] origins = [.. _arrays.Of(array).SelectMany(_members.Of).Where(static origin => !FieldUses.IsNothing(origin))];
        return origins is [var first, ..]
            && Array.TrueForAll(origins, origin => IsOfAnother(origin, pool) || IsOfAnotherType(origin, array) || IsNew(origin, array, pool))
                ? DescriptionOf(first, isOfAnotherPool: IsOfAnother(first, pool))
                : null;
    }

    private static string DescriptionOf(IOperation origin, bool isOfAnotherPool) => (isOfAnotherPool, origin) switch
    {
        (_, IArrayCreationOperation or IInvocationOperation { TargetMethod.Name: "ToArray" }) => "is a new array",
        (false, _) => $"is an array of '{((IArrayTypeSymbol)origin.Type!).ElementType.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)}'",
        (_, IInvocationOperation { Instance: { } rented }) => $"comes from '{rented.Syntax}'",
        (_, IArgumentOperation { Parent: IInvocationOperation { Instance: { } rented } }) => $"comes from '{rented.Syntax}'",
        _ => $"comes from '{origin.Syntax}'",
    };

    private bool IsOfAnother(IOperation origin, PoolIdentity? pool) => pool is not null && origin switch
    {
        IInvocationOperation { TargetMethod: { Name: "Rent", ContainingType: var type }, Instance: var rented }
            => RawPoolProtocol.IsArrayPool(type) && IsNot(rented, pool),
        IArgumentOperation { Parent: IInvocationOperation { Instance: var rented } call } => PooledGenArrays.IsTryRent(call) && IsNot(rented, pool),

        // An adapter ignores an array that it did not give out. A pool of the framework keeps it.
        IPropertyReferenceOperation { Property.Name: "Array", Instance: { } segment } => pool.IsOfTheFramework
            && _arrays.Of(segment).ToArray() is { Length: > 0 } segments
            && Array.TrueForAll(segments, PooledGenArrays.IsOfARental),
        _ => false,
    };

    // 'pool.Return(new byte[size])', and an array of a length that the pools of the framework have, may be given to the pool on purpose.
    private static bool IsNew(IOperation origin, IOperation array, PoolIdentity? pool) => pool is { IsOfTheFramework: true }
        && origin.Syntax != array.Syntax
        && origin switch
        {
            IArrayCreationOperation { DimensionSizes: [{ ConstantValue.Value: var size }] }
                => size is not int length || (length > 0 && (length < 16 || (length & (length - 1)) != 0)),
            IInvocationOperation { TargetMethod: { Name: "ToArray" } method } => Framework.Owns(method),
            _ => false,
        };

    private bool IsNot(IOperation? rented, PoolIdentity pool) => PoolIdentity.Of(_pools.Of(rented)) is { } other && other.IsNot(pool);

    // A string[] is an object[], too, but no pool of objects has rented it out. A type parameter may stand for the base type.
    private bool IsOfAnotherType(IOperation origin, IOperation array)
        => origin.Type is IArrayTypeSymbol { ElementType: not ITypeParameterSymbol } actual
            && array.Type is IArrayTypeSymbol { ElementType: var element } expected
            && (element.SpecialType == SpecialType.System_Object || actual.ElementType is INamedTypeSymbol { IsGenericType: false })
            && body.Model.Compilation.ClassifyCommonConversion(actual, expected) is { IsImplicit: true, IsReference: true };
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
    /// The expressions other than null that are assigned to the local, or to the locals that are assigned to it. If the value is not a local, the value itself.
    /// </summary>
    public IEnumerable<IOperation> Of(IOperation value) => Of(value, new HashSet<ISymbol>(SymbolEqualityComparer.Default));

    private IEnumerable<IOperation> Of(IOperation value, HashSet<ISymbol> seen)
    {
        while (value is IConversionOperation { OperatorMethod: null, ConstantValue.HasValue: false } conversion)
            value = conversion.Operand;

        if (value is IDefaultValueOperation or { ConstantValue: { HasValue: true, Value: null } })
            return [];
        if (value is IConditionalOperation { WhenFalse: { } other } choice)
            return Of(choice.WhenTrue, seen).Concat(Of(other, seen));
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
        ILocalReferenceOperation { Parent: ITupleOperation { Parent: IDeconstructionAssignmentOperation assignment } tuple } target
            when assignment.Target == tuple => target.Local,
        IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out, Value: var value }
            => ((value is IDeclarationExpressionOperation declaration ? declaration.Expression : value) as ILocalReferenceOperation)?.Local,
        _ => null,
    };

    private static IOperation? ValueOf(IOperation operation) => operation switch
    {
        IVariableDeclaratorOperation declarator => declarator.GetVariableInitializer()?.Value,
        IAssignmentOperation assignment => assignment.Value,
        ILocalReferenceOperation target => target.Parent, // the other side of the deconstruction gives any array
        _ => operation, // the callee assigns any array
    };
}
