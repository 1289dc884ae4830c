using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Recognizes code that asks only which object a rental is, of which type, or how long. It reads no element, so it is right even after the rental has ended.
/// </summary>
internal static class Identity
{
    private static readonly HashSet<string> s_methods =
    [
        "System.Object.ReferenceEquals", "System.Object.Equals", "System.Object.GetHashCode", "System.Object.GetType",
        "System.Array.GetLength", "System.Array.GetLongLength", "System.Array.GetLowerBound", "System.Array.GetUpperBound",
        "System.Memory.Equals", "System.Memory.GetHashCode", "System.ReadOnlyMemory.Equals", "System.ReadOnlyMemory.GetHashCode",
        "System.ArraySegment.Equals", "System.ArraySegment.GetHashCode", "System.MemoryExtensions.Overlaps", "System.Buffer.ByteLength",
        "System.Collections.Generic.EqualityComparer.Equals", "System.Collections.Generic.EqualityComparer.GetHashCode",
        "System.Collections.Generic.ReferenceEqualityComparer.Equals", "System.Collections.Generic.ReferenceEqualityComparer.GetHashCode",
        "System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode", "System.Runtime.CompilerServices.Unsafe.AreSame",
        "System.Runtime.CompilerServices.Unsafe.ByteOffset", "System.GC.KeepAlive", "System.GC.GetGeneration", "System.ArgumentNullException.ThrowIfNull",
    ];

    private static readonly HashSet<string> s_assertions = ["Same", "NotSame", "AreSame", "AreNotSame", "Null", "NotNull", "IsNull", "IsNotNull"];

    // Methods of collections, and of LINQ, that compare their argument with what is there.
    private static readonly HashSet<string> s_lookups = ["Contains", "Remove", "IndexOf", "LastIndexOf"];

    /// <summary>Whether an operation asks its operands no more than that, and keeps none of them.</summary>
    public static bool IsAskedBy(IOperation? user) => user switch
    {
        IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals, OperatorMethod: var method }
            => method is null || Framework.Owns(method), // '==' of two spans compares where they are
        IBinaryOperation { OperatorKind: BinaryOperatorKind.Add, Type.SpecialType: SpecialType.System_String, LeftOperand: var left, RightOperand: var right }
            => IsArray(left) || IsArray(right),
        IInterpolationOperation { Expression: var shown } => IsArray(shown),
        IIsNullOperation or IIsTypeOperation => true,
        IIsPatternOperation { Pattern: var pattern } => IsAskedBy(pattern),
        IPropertyReferenceOperation { Property.ContainingType: var type } => type.SpecialType == SpecialType.System_Array || IsCollection(type),
        IArrayElementReferenceOperation { Parent: IArgumentOperation { Parameter.RefKind: not RefKind.None, Parent: var call } } => IsAskedBy(call),
        IInvocationOperation { TargetMethod: { Name: "ToString", ContainingType.SpecialType: SpecialType.System_Object }, Instance: { } shown }
            => IsArray(shown),
        IInvocationOperation { TargetMethod: var method } => s_methods.Contains($"{Framework.FullNameOf(method.ContainingType)}.{method.Name}")
            || (method.ContainingType.Name == "Assert" && s_assertions.Contains(method.Name)),
        _ => false,
    };

    /// <summary>
    /// Whether the operand is a key of a collection, or what a collection is searched for. A collection that is made with a comparer of its own may read the
    /// elements, but that is rare, and the collection does not show it. A pair is no collection: what gets it may read its key.
    /// </summary>
    public static bool IsKey(IOperation operand)
        => operand.Parent is IArgumentOperation { Parameter: { OriginalDefinition.Type: ITypeParameterSymbol { Name: var name } } parameter }
            && parameter.ContainingSymbol is var member
            && Framework.Owns(member)
            && member.ContainingType.Name != "KeyValuePair"
            && (name == "TKey" || s_lookups.Contains(member.Name) || IsSet(member.ContainingType) || IsComparand(parameter, member));

    // 'array is byte[] { Length: > 5 }'. A pattern with a variable gives the array another name.
    private static bool IsAskedBy(IPatternOperation pattern) => pattern switch
    {
        IConstantPatternOperation or IRelationalPatternOperation or ITypePatternOperation or IDiscardPatternOperation => true,
        IDeclarationPatternOperation { DeclaredSymbol: null } => true,
        INegatedPatternOperation negated => IsAskedBy(negated.Pattern),
        IBinaryPatternOperation both => IsAskedBy(both.LeftPattern) && IsAskedBy(both.RightPattern),
        IRecursivePatternOperation { DeclaredSymbol: null, DeconstructionSubpatterns.IsEmpty: true, PropertySubpatterns: var properties }
            => properties.All(static property => IsAskedBy(property.Member)),
        _ => false,
    };

    // The text of an array is the name of its type.
    private static bool IsArray(IOperation operand) => Conversions.Unwrap(operand).Type is IArrayTypeSymbol;

    private static bool IsCollection(INamedTypeSymbol type) => Framework.FullNameOf(type)
        is "System.Collections.ICollection" or "System.Collections.Generic.ICollection" or "System.Collections.Generic.IReadOnlyCollection";

    private static bool IsSet(INamedTypeSymbol type) => type.Name is "HashSet" or "ISet";

    // 'Interlocked.CompareExchange(ref other._array, null, array)'
    private static bool IsComparand(IParameterSymbol parameter, ISymbol member) => member.Name == "CompareExchange" && parameter.Ordinal == 2;
}
