using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Bodies;

/// <summary>Lambdas and local functions, which run at another time than the code around them.</summary>
internal static class Functions
{
    /// <summary>The innermost one around an operation; null where there is none.</summary>
    public static IOperation? Around(IOperation operation)
    {
        IOperation? around = operation.Parent;
        while (around is not (null or IAnonymousFunctionOperation or ILocalFunctionOperation))
            around = around.Parent;

        return around;
    }
}
