using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Finds out how a method uses the length of its argument. The length of a rented array is meant for checking whether there is room, and for
/// filling the array. It is not the number of elements that are present or requested.
/// </summary>
internal static class LengthUse
{
    /// <summary>Whether a mention of the parameter in the method's body reads all of it, or uses its length as a count.</summary>
    public static bool IsCount(IOperation mention, IParameterSymbol parameter, IOperation body) => mention.Parent switch
    {
        IForEachLoopOperation loop => loop.Collection == mention,
        IConversionOperation { Parent: IForEachLoopOperation loop } collection => loop.Collection == collection,
        IPropertyReferenceOperation { Property.Name: "Length" } length => IsReadOnly(parameter.Type) || IsResult(length, body) || IsRest(length),
        _ => false,
    };

    private static bool IsReadOnly(ITypeSymbol type) => type.Name is "ReadOnlySpan" or "ReadOnlyMemory" && Views.IsView(type);

    // 'count = target.Length', 'return target.Length': the caller gets the length as a count.
    private static bool IsResult(IOperation length, IOperation body) => length.Parent switch
    {
        IConversionOperation conversion => IsResult(conversion, body),
        ISimpleAssignmentOperation { Target: IParameterReferenceOperation { Parameter.RefKind: RefKind.Out } } assignment => assignment.Value == length,
        IReturnOperation => !OtherCountsAreReturned(length, Functions.Around(length) ?? body),
        _ => false,
    };

    // 'return target.Length' beside 'return written': what fits, or the part that was needed.
    private static bool OtherCountsAreReturned(IOperation length, IOperation function) => function.Descendants().OfType<IReturnOperation>()
        .Any(other => other.ReturnedValue is { ConstantValue.HasValue: false } value && value.Syntax.ToString() != length.Syntax.ToString());

    // 'while (... Read(buffer, total, buffer.Length - total) ...)': the loop continues until the array is full.
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
