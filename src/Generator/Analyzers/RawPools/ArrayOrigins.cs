using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Analyzers.Bodies;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>Finds the expressions that the value of a local can come from, without following the flow of the body.</summary>
internal static class ArrayOrigins
{
    /// <summary>
    /// The expressions other than null that are assigned to the local, or to the locals that are assigned to it. If the value is no local, the value itself.
    /// </summary>
    public static IEnumerable<IOperation> Of(IOperation value, Body body, CancellationToken cancellation)
        => Of(value, body, new HashSet<ISymbol>(SymbolEqualityComparer.Default), cancellation);

    private static IEnumerable<IOperation> Of(IOperation value, Body body, HashSet<ISymbol> seen, CancellationToken cancellation)
    {
        while (value is IConversionOperation { OperatorMethod: null, ConstantValue.HasValue: false } conversion)
            value = conversion.Operand;

        if (value is IDefaultValueOperation or { ConstantValue: { HasValue: true, Value: null } })
            return [];
        if (value is not ILocalReferenceOperation { Local: var local })
            return [value];
        if (!seen.Add(local))
            return [];

        IOperation[] assigned = [.. body.Operations(cancellation).Select(operation => AssignedBy(operation, local)).OfType<IOperation>()];

        // A local that a pattern or a loop declares.
        return assigned.Length == 0 ? [value] : assigned.SelectMany(source => Of(source, body, seen, cancellation));
    }

    private static IOperation? AssignedBy(IOperation operation, ILocalSymbol local) => operation switch
    {
        IVariableDeclaratorOperation declarator when Is(declarator.Symbol, local) => declarator.GetVariableInitializer()?.Value,
        IAssignmentOperation { Target: ILocalReferenceOperation target } assignment when Is(target.Local, local) => assignment.Value,

        // The callee assigns any array.
        IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out, Value: ILocalReferenceOperation target } when Is(target.Local, local) => operation,
        _ => null,
    };

    private static bool Is(ILocalSymbol one, ILocalSymbol other) => SymbolEqualityComparer.Default.Equals(one, other);
}
