using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>Where a method may leave its stack frame and come back: no ref struct can be held there.</summary>
internal static class Suspension
{
    /// <summary>The keyword of the suspension; null where the operation is none.</summary>
    public static string? WordOf(IOperation operation) => operation switch
    {
        IAwaitOperation => "await",
        IForEachLoopOperation { IsAsynchronous: true } => "await foreach",
        IUsingOperation { IsAsynchronous: true } or IUsingDeclarationOperation { IsAsynchronous: true } => "await using",
        IReturnOperation { Kind: OperationKind.YieldReturn } => "yield return",
        _ => null,
    };
}
