using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>
/// How a method uses the length of what it is given. To ask whether there is room, or to fill as far as it goes, is what the length of a rented array
/// is for; to take it for the number of elements that are there, or that have to come, is not.
/// </summary>
internal static class LengthUse
{
    /// <summary>Whether a mention of the parameter goes through all of it, or counts by its length.</summary>
    public static bool IsCount(IOperation mention, IParameterSymbol parameter) => mention.Parent switch
    {
        IForEachLoopOperation loop => loop.Collection == mention,
        IConversionOperation { Parent: IForEachLoopOperation loop } collection => loop.Collection == collection,
        IPropertyReferenceOperation { Property.Name: "Length" } length => IsReadOnly(parameter.Type) || IsResult(length) || IsRest(length),
        _ => false,
    };

    private static bool IsReadOnly(ITypeSymbol type) => type.Name is "ReadOnlySpan" or "ReadOnlyMemory" && Views.IsView(type);

    // 'count = target.Length', 'return target.Length': the caller gets it for a count.
    private static bool IsResult(IOperation length) => length.Parent switch
    {
        IConversionOperation conversion => IsResult(conversion),
        ISimpleAssignmentOperation { Target: IParameterReferenceOperation { Parameter.RefKind: RefKind.Out } } assignment => assignment.Value == length,
        IReturnOperation => true,
        _ => false,
    };

    // 'while (... Read(buffer, total, buffer.Length - total) ...)': it goes on until the array is full.
    private static bool IsRest(IOperation length)
        => length.Parent is IBinaryOperation { OperatorKind: BinaryOperatorKind.Subtract, Parent: IArgumentOperation } rest && rest.LeftOperand == length
            && IsInLoop(rest);

    private static bool IsInLoop(IOperation operation)
    {
        for (IOperation? outer = operation.Parent; outer is not null; outer = outer.Parent)
        {
            if (outer is ILoopOperation)
                return true;
        }

        return false;
    }
}
