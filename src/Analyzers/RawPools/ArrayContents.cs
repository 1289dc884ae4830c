using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Tells what a mention of a local array does with its elements.</summary>
internal static class ArrayContents
{
    /// <summary>Whether an element of the type is a number or a bool, so that code may count on zero or false.</summary>
    public static bool IsNumberOrFlag(ITypeSymbol element) => element.SpecialType is SpecialType.System_Boolean
        or SpecialType.System_SByte or SpecialType.System_Byte or SpecialType.System_Int16 or SpecialType.System_UInt16 or SpecialType.System_Int32
        or SpecialType.System_UInt32 or SpecialType.System_Int64 or SpecialType.System_UInt64 or SpecialType.System_Single or SpecialType.System_Double
        or SpecialType.System_Decimal;

    /// <summary>Whether it adds to an element, or changes an element in another way that depends on what it was: <c>array[i]++</c>.</summary>
    public static bool IsChanged(ILocalReferenceOperation array) => ElementOf(array) is { } element && element.Parent switch
    {
        IIncrementOrDecrementOperation => true,
        ICompoundAssignmentOperation assignment => assignment.Target == element,
        _ => false,
    };

    /// <summary>Whether it sets an element to a new value.</summary>
    public static bool IsSet(ILocalReferenceOperation array) => AssignmentTo(array) is not null;

    public static bool IsSetToTrue(ILocalReferenceOperation array) => AssignmentTo(array) is { Value.ConstantValue.Value: true };

    /// <summary>Whether it only reads an element.</summary>
    public static bool IsRead(ILocalReferenceOperation array) => ElementOf(array) is { } element && !IsSet(array) && !IsChanged(array) && element.Parent switch
    {
        IArgumentOperation { Parameter.RefKind: not RefKind.None } or IAddressOfOperation or ITupleOperation => false,
        ISimpleAssignmentOperation { IsRef: true } or IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol.IsRef: true } } => false,
        IAssignmentOperation assignment => assignment.Target != element,
        _ => true,
    };

    /// <summary>Whether the array has no new contents after it: it reads or changes an element, asks for the length, or returns the array.</summary>
    public static bool IsReadOrChanged(ILocalReferenceOperation array) => IsRead(array) || IsChanged(array) || array.Parent switch
    {
        IPropertyReferenceOperation { Property.Name: "Length" } => true,
        IConversionOperation { Parent: IBinaryOperation } => true, // array != null
        IArgumentOperation { Parent: IInvocationOperation { TargetMethod: { Name: "Return", ContainingType: var pool } } } => RawPoolProtocol.IsArrayPool(pool),
        _ => false,
    };

    private static ISimpleAssignmentOperation? AssignmentTo(ILocalReferenceOperation array)
        => ElementOf(array) is { Parent: ISimpleAssignmentOperation { IsRef: false } assignment } element && assignment.Target == element ? assignment : null;

    private static IArrayElementReferenceOperation? ElementOf(ILocalReferenceOperation array)
        => array.Parent is IArrayElementReferenceOperation element && element.ArrayReference == array && element.Indices is [not { Type.Name: "Range" }]
            ? element
            : null;
}
