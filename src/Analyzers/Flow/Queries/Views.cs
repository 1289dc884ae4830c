using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>Recognizes views: spans, memories, segments, references, pointers and <see cref="Keepers"/>, which access memory that they do not own.</summary>
internal static class Views
{
    /// <summary>The operand that the operation's value is a view of; null if the value is independent.</summary>
    public static IOperation? ViewedBy(IOperation operation) => operation switch
    {
        // Since C# 14, an array converts to a span without an operator.
        IConversionOperation conversion
            when IsView(conversion.Type) && (conversion.OperatorMethod is not null || conversion.Operand.Type is IArrayTypeSymbol) => conversion.Operand,
        IObjectCreationOperation creation when IsView(creation.Type) => creation.Arguments.FirstOrDefault()?.Value,
        IInvocationOperation call when IsView(call) => call.Instance ?? call.Arguments.FirstOrDefault()?.Value,
        IPropertyReferenceOperation { Property.Name: "Span" or "Memory" or "Array" or "Item", Instance: { } instance } property
            when IsView(property.Type) || IsView(instance.Type) && (property.Property.Name == "Array" || IsTakenByReference(property)) => instance,
        IImplicitIndexerReferenceOperation indexer when IsView(indexer.Type) => indexer.Instance,
        IArrayElementReferenceOperation element when IsTakenByReference(element) => element.ArrayReference,
        _ => Keepers.KeptBy(operation),
    };

    /// <summary>Whether a value of the type is a view.</summary>
    public static bool IsView(ITypeSymbol? type) => type switch
    {
        IPointerTypeSymbol => true,
        INamedTypeSymbol { Name: "Enumerator", ContainingType: { } outer } => outer.IsRefLikeType && IsView(outer),
        INamedTypeSymbol { Name: "Span" or "ReadOnlySpan" or "Memory" or "ReadOnlyMemory" or "ArraySegment", Arity: 1 }
            => type.ContainingNamespace is { Name: "System", ContainingNamespace.IsGlobalNamespace: true },
        INamedTypeSymbol { Name: "ReadOnlySequence", Arity: 1 } sequence => Framework.IsInBuffers(sequence),
        _ => false,
    };

    /// <summary>Whether a value of the type is a span, which does not lead back to the array.</summary>
    public static bool IsSpan(ITypeSymbol? type) => type is { Name: "Span" or "ReadOnlySpan" } && IsView(type);

    /// <summary>Whether the operation's value is the array that its operand is a segment of.</summary>
    public static bool IsArrayOfView(IOperation operation)
        => operation is IPropertyReferenceOperation { Property.Name: "Array", Instance: { } segment } && IsView(segment.Type);

    /// <summary>Whether the operation reads only the length of a view. It lies in the view itself, so it is right after the end of the rental, too.</summary>
    public static bool IsLength(IOperation operation)
        => operation is IPropertyReferenceOperation
        {
            Property.Name: "Length" or "IsEmpty" or "Count" or "Offset", Instance.Type: { Name: not "ReadOnlySequence" } view,
        }
            && IsView(view);

    private static bool IsView(IInvocationOperation call)
        => (IsView(call.Type) || call.TargetMethod.ReturnsByRef || call.TargetMethod.ReturnsByRefReadonly)
            && (Framework.Owns(call.TargetMethod) || IsView(call.TargetMethod.ContainingType));

    /// <summary>
    /// The variable itself, of <c>Unsafe.AsRef(in variable)</c>, or that which <c>Volatile.Read(ref variable)</c> reads; null if the call gives something else.
    /// </summary>
    public static IOperation? VariableBehind(IInvocationOperation call) => call is
    {
        TargetMethod: { Name: "AsRef", ContainingType.Name: "Unsafe" } or { Name: "Read", ContainingType.Name: "Volatile", ReturnType.IsReferenceType: true },
        TargetMethod: var method,
        Arguments: [{ Parameter.RefKind: not RefKind.None, Value: var variable }],
    }
    && Framework.Owns(method)
    && variable is ILocalReferenceOperation { Local.RefKind: RefKind.None } or IParameterReferenceOperation or IFieldReferenceOperation
        ? variable
        : null;

    /// <summary>Whether an element is accessed by reference, not by value.</summary>
    public static bool IsTakenByReference(IOperation operation) => operation.Parent switch
    {
        IAddressOfOperation => true,
        IArgumentOperation { Parameter.RefKind: not RefKind.None } => true,
        ISimpleAssignmentOperation { IsRef: true } assignment => assignment.Value == operation,
        _ => false,
    };
}
