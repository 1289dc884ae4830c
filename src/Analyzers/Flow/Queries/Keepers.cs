using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

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
