using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Finds the methods of the project that return or dispose an argument, such as <c>void Free(byte[] array) => _pool.Return(array)</c>. A call of such
/// a method ends the rental. This type is thread-safe.
/// </summary>
/// <param name="callees">Reads the methods.</param>
/// <param name="uses">Knows what other methods do with the argument.</param>
/// <param name="endedBy">The array or owner that a call ends. The number says how many helpers led to the call.</param>
internal sealed class EndingHelpers(Callees callees, ParameterUse uses, Func<IInvocationOperation, int, CancellationToken, IOperation?> endedBy)
{
    private const int MaxDepth = 3;

    // One table for each depth, because the depth limit ends recursion: an answer then does not depend on which thread asks first.
    private readonly ConcurrentDictionary<IParameterSymbol, bool>[] _ends = DepthCache.Create<IParameterSymbol, bool>(MaxDepth);

    /// <summary>The argument that the call ends; null if it ends none.</summary>
    public IOperation? EndedBy(IInvocationOperation call, int depth, CancellationToken cancellation)
        => depth > MaxDepth || MayRunOtherCode(call.TargetMethod)
            ? null
            : call.Arguments.FirstOrDefault(argument => argument.Parameter is { } parameter && Ends(parameter.OriginalDefinition, depth, cancellation))?.Value;

    // An override may keep the argument, and an asynchronous method ends it later.
    private static bool MayRunOtherCode(IMethodSymbol method)
        => method.IsVirtual || method.IsAbstract || method.IsOverride || method.IsAsync || Tasks.IsTask(method.ReturnType);

    private bool Ends(IParameterSymbol parameter, int depth, CancellationToken cancellation)
        => parameter is { RefKind: RefKind.None, ContainingSymbol: IMethodSymbol method, Type: IArrayTypeSymbol or INamedTypeSymbol { Name: "IMemoryOwner" } }
            && callees.BodyOf(method, cancellation) is { } body
            && _ends[depth].GetOrAdd(parameter, _ => IsEndedBy(body, Callees.DeclarationOf(method).Parameters[parameter.Ordinal], depth, cancellation));

    private bool IsEndedBy(IOperation body, IParameterSymbol parameter, int depth, CancellationToken cancellation)
        => new EndingHelper(parameter, uses, call => endedBy(call, depth + 1, cancellation), cancellation).Ends(body);
}
