using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Bodies;

/// <summary>Finds lambdas and local functions, which run at another time than the code around them.</summary>
internal static class Functions
{
    /// <summary>The innermost function around an operation; null if there is none.</summary>
    public static IOperation? Around(IOperation operation)
    {
        IOperation? around = operation.Parent;
        while (around is not (null or IAnonymousFunctionOperation or ILocalFunctionOperation))
            around = around.Parent;

        return around;
    }
}
