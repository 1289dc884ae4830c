using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>
/// Recognizes a mistake of code that grows an array: it copies the contents into a new array and keeps the new array, but returns the new
/// array to the pool instead of the old one.
/// </summary>
internal static class Growth
{
    /// <summary>Whether a finding is about a returned array that another array was copied into.</summary>
    public static bool IsReturnOfTheNew(Finding finding, BodyFlow body)
        => finding is { Kind: FindingKind.EndedWhileStored or FindingKind.UsedAfterEnd, Rental.Given: null }
            && body.OccurrencesOf[finding.Rental].Any(IsDestination);

    private static bool IsDestination(Occurrence occurrence)
    {
        IOperation operand = occurrence.Operation;
        while (operand.Parent is IConversionOperation || IsSlice(operand.Parent) || IsSlice(operand.Parent?.Parent))
            operand = operand.Parent!;

        return operand.Parent is IArgumentOperation { Parent: IInvocationOperation call } argument && call.TargetMethod.Name switch
        {
            "CopyTo" => argument.Parameter?.Ordinal == (call.TargetMethod.IsStatic ? 1 : 0) && !IsInput(call.Instance ?? call.Arguments[0].Value),
            "Copy" or "BlockCopy" or "ConstrainedCopy" => argument.Parameter is { Type.TypeKind: TypeKind.Array or TypeKind.Class, Ordinal: > 0 },
            _ => false,
        };
    }

    // A read-only source is not the array that grows.
    private static bool IsInput(IOperation source) => source.Type is { Name: "ReadOnlySpan" or "ReadOnlyMemory" } type && Views.IsView(type);

    private static bool IsSlice(IOperation? operation) => operation is IInvocationOperation { TargetMethod.Name: "AsSpan" or "AsMemory" or "Slice" };
}
