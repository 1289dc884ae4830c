using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>Looks through conversions.</summary>
internal static class Conversions
{
    /// <summary>The operand of the built-in conversions around it. A conversion by an operator gives another value.</summary>
    public static IOperation Unwrap(IOperation operation)
        => operation is IConversionOperation { OperatorMethod: null } conversion ? Unwrap(conversion.Operand) : operation;

    /// <summary>Whether the operation is the constant null, through built-in conversions.</summary>
    public static bool IsNull(IOperation operation) => Unwrap(operation).ConstantValue is { HasValue: true, Value: null };
}
