using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
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

    /// <summary>Whether the operation's value is the array that its operand is a segment of.</summary>
    public static bool IsArrayOfView(IOperation operation)
        => operation is IPropertyReferenceOperation { Property.Name: "Array", Instance: { } segment } && IsView(segment.Type);

    /// <summary>Whether the operation reads only the length of a view. It lies in the view itself, so it is right after the end of the rental, too.</summary>
    public static bool IsLength(IOperation operation)
        => operation is IPropertyReferenceOperation { Property.Name: "Length" or "IsEmpty" or "Count", Instance.Type: { Name: not "ReadOnlySequence" } view }
            && IsView(view);

    private static bool IsView(IInvocationOperation call)
        => (IsView(call.Type) || call.TargetMethod.ReturnsByRef || call.TargetMethod.ReturnsByRefReadonly)
            && (Framework.Owns(call.TargetMethod) || IsView(call.TargetMethod.ContainingType));

    /// <summary>The variable itself, of <c>Unsafe.AsRef(in variable)</c>; null if the call gives something else.</summary>
    public static IOperation? VariableBehind(IInvocationOperation call) => call is
    {
        TargetMethod: { Name: "AsRef", ContainingType.Name: "Unsafe" } method,
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

/// <summary>
/// Recognizes the objects of the framework that do not copy the array or memory that they are made of. They are views of it, like a span, until they are
/// closed. A type that derives from one of them may copy.
/// </summary>
internal static class Keepers
{
    private const string FileContentResult = "Microsoft.AspNetCore.Mvc.FileContentResult";

    private static readonly HashSet<string> s_types =
    [
        "System.IO.MemoryStream", "System.Net.Http.ByteArrayContent", "System.Net.Http.ReadOnlyMemoryContent", FileContentResult,
    ];

    private static readonly HashSet<string> s_methods =
    [
        "System.Text.Json.JsonDocument.Parse",
        "Microsoft.AspNetCore.Http.Results.Bytes", "Microsoft.AspNetCore.Http.Results.File",
        "Microsoft.AspNetCore.Http.TypedResults.Bytes", "Microsoft.AspNetCore.Http.TypedResults.File",
    ];

    /// <summary>The array or memory that the created object keeps; null if the operation creates no such object.</summary>
    public static IOperation? KeptBy(IOperation operation) => operation switch
    {
        IObjectCreationOperation { Type: { } type } creation when s_types.Contains(Framework.FullNameOf(type)) => BytesOf(creation.Arguments),
        IInvocationOperation call when IsKeeper(call) => BytesOf(call.Arguments),
        _ => null,
    };

    /// <summary>Whether the operation does not read the array: closing such an object, or asking a stream for a number.</summary>
    public static bool IsHarmless(IOperation operation) => operation switch
    {
        IInvocationOperation { TargetMethod.Name: "Dispose" or "DisposeAsync" or "Close" } => true,
        IPropertyReferenceOperation { Property: { Name: "Length" or "Position", ContainingType: var type } }
            => Framework.FullNameOf(type) is "System.IO.Stream" or "System.IO.MemoryStream",
        _ => false,
    };

    private static bool IsKeeper(IInvocationOperation call)
        => call.Type is INamedTypeSymbol type && Framework.FullNameOf(type) == FileContentResult
            || (call.TargetMethod.ContainingType is { } container && s_methods.Contains($"{Framework.FullNameOf(container)}.{call.TargetMethod.Name}"));

    // JsonDocument.Parse(ReadOnlyMemory<char>) copies.
    private static IOperation? BytesOf(IEnumerable<IArgumentOperation> arguments)
        => arguments.FirstOrDefault(static argument => argument.Parameter is { Ordinal: 0, Type: { IsRefLikeType: false } type } && IsOfBytes(type))?.Value;

    private static bool IsOfBytes(ITypeSymbol type) => type is IArrayTypeSymbol { ElementType.SpecialType: SpecialType.System_Byte }
        || (Views.IsView(type) && type is INamedTypeSymbol { TypeArguments: [{ SpecialType: SpecialType.System_Byte }] });
}

/// <summary>
/// Recognizes calls of iterators. The code of an iterator runs when its result is enumerated, so the result is a view of the memory that the call received,
/// and the call itself throws nothing.
/// </summary>
internal static class Iterators
{
    private static readonly string[] s_sequences = ["IEnumerable", "IEnumerator", "IAsyncEnumerable", "IAsyncEnumerator"];

    /// <summary>Whether the source of the called method contains a <c>yield</c>.</summary>
    public static bool IsCall(IInvocationOperation call)
        => call.Type is INamedTypeSymbol type && Array.IndexOf(s_sequences, type.Name) >= 0
            && Callees.DeclarationOf(call.TargetMethod).DeclaringSyntaxReferences.Any(static declaration => Yields(declaration.GetSyntax()));

    /// <summary>The sequence that a query of LINQ reads when its own result is enumerated; null if the call is no such query.</summary>
    public static IOperation? QueriedBy(IInvocationOperation call)
        => call is { Arguments: [var source, ..], TargetMethod: { ContainingType.Name: "Enumerable", ReturnType.Name: var result } query }
            && result is "IEnumerable" or "IOrderedEnumerable"
            && Framework.Owns(query)
                ? source.Value
                : null;

    /// <summary>Whether the call's result is stored or returned, so that it is not enumerated at the place of the call.</summary>
    public static bool IsDeferred(IInvocationOperation call)
        => call.Parent is IVariableInitializerOperation or ISimpleAssignmentOperation or IReturnOperation && IsCall(call);

    private static bool Yields(SyntaxNode method)
        => method.DescendantNodes(node => node == method || node is not (LocalFunctionStatementSyntax or AnonymousFunctionExpressionSyntax))
            .Any(static node => node is YieldStatementSyntax);
}

/// <summary>Looks through conversions.</summary>
internal static class Conversions
{
    /// <summary>The operand of the built-in conversions around it. A conversion by an operator gives another value.</summary>
    public static IOperation Unwrap(IOperation operation)
        => operation is IConversionOperation { OperatorMethod: null } conversion ? Unwrap(conversion.Operand) : operation;
}
