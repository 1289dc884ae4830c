using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Rentals;

/// <summary>Recognizes the places where a method may leave its stack frame and resume. No ref struct can be held there.</summary>
internal static class Suspension
{
    /// <summary>The keyword of the suspension; null if the operation does not suspend.</summary>
    public static string? WordOf(IOperation operation) => operation switch
    {
        IAwaitOperation => "await",
        IForEachLoopOperation { IsAsynchronous: true } => "await foreach",
        IUsingOperation { IsAsynchronous: true } or IUsingDeclarationOperation { IsAsynchronous: true } => "await using",
        IReturnOperation { Kind: OperationKind.YieldReturn } => "yield return",
        _ => null,
    };
}
