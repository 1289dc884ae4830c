using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Recognizes a text or a stream that is made of a whole array and whose length then shows. A text that may be cut, for example at a terminator, is not one.
/// </summary>
internal static class ShownArrays
{
    private static readonly string[] s_writers = ["Write", "Append", "Concat", "Join", "Format", "Insert"];

    /// <summary>Whether the use makes such a text or stream.</summary>
    public static bool IsShownBy(Occurrence use, BodyFlow body, CancellationToken cancellation)
        => !HasExactLength(use.Rental)
            && MadeOf(WholeArray.Of(use.Operation)) is { } made
            && body.Model.GetOperation(made.Syntax, cancellation) is { } value // operations of the flow graph do not lead to the statements around them
            && (made.Type!.SpecialType == SpecialType.System_String ? IsTextShown(value, body, cancellation) : IsStreamShown(value, body, cancellation));

    // The pools of the framework have arrays of these lengths, so the array is as long as requested.
    private static bool HasExactLength(Rental rental)
        => rental.Operation is not IInvocationOperation { TargetMethod.Name: "Rent", Arguments: [{ Value.ConstantValue: var length }] }
            || length.Value is int and >= 16 and var number && (number & (number - 1)) == 0;

    private static IOperation? MadeOf(IOperation whole) => (whole.Parent is IArgumentOperation argument ? argument.Parent : whole.Parent) switch
    {
        IObjectCreationOperation { Type: { } type } creation when type.SpecialType == SpecialType.System_String || type.Name == "MemoryStream" => creation,
        IInvocationOperation { TargetMethod: { Name: "GetString" or "ToBase64String" or "ToHexString" or "ToHexStringLower" or "ToString" } method } call
            when method.ReturnType.SpecialType == SpecialType.System_String && Framework.Owns(method) => call,
        _ => null,
    };

    private static bool IsTextShown(IOperation text, BodyFlow body, CancellationToken cancellation) => text.Parent switch
    {
        IConversionOperation conversion => IsTextShown(conversion, body, cancellation),
        IInterpolationOperation or IBinaryOperation { OperatorKind: BinaryOperatorKind.Add } or IPropertyReferenceOperation { Property.Name: "Length" } => true,
        IArgumentOperation { Parent: IInvocationOperation { TargetMethod: var method } }
            => Framework.Owns(method) && Array.Exists(s_writers, writer => method.Name.StartsWith(writer, StringComparison.Ordinal)),
        IReturnOperation result => IsResult(result, body),
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: var local } }
            => body.Body.MentionsOf(local, cancellation).Any()
                && body.Body.MentionsOf(local, cancellation).All(mention => IsTextShown(mention, body, cancellation)),
        _ => false,
    };

    // Other mentions of a stream read or move it, and do not cut it.
    private static bool IsStreamShown(IOperation stream, BodyFlow body, CancellationToken cancellation) => stream.Parent switch
    {
        IConversionOperation conversion => IsStreamShown(conversion, body, cancellation),
        IPropertyReferenceOperation { Property.Name: "Length" } => true,
        IInvocationOperation { TargetMethod.Name: "ToArray" or "CopyTo" or "CopyToAsync" or "WriteTo" } => true,
        IReturnOperation result => IsResult(result, body),
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: var local } }
            => body.Body.MentionsOf(local, cancellation).Any(mention => IsStreamShown(mention, body, cancellation)),
        _ => false,
    };

    // Callers in other assemblies get it as it is. One of this assembly may cut it.
    private static bool IsResult(IOperation result, BodyFlow body) => Functions.Around(result) is null && Visibility.IsOutside(body.Owner);
}
