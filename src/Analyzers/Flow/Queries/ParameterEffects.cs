using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Finds out what a method of the project does with a struct that it gets and that holds a rental. If it gets a copy and writes to it, the caller's struct
/// does not see that, and an array that the copy rented to grow is lost. This type is thread-safe.
/// </summary>
/// <param name="callees">Reads the methods.</param>
/// <param name="isEnd">Whether a method of the struct ends the rental, or hands it over.</param>
/// <param name="isWrite">Whether another method of the struct writes to it.</param>
internal sealed class ParameterEffects(Callees callees, Func<IMethodSymbol, bool> isEnd, Func<IMethodSymbol, bool> isWrite)
{
    private const int MaxDepth = 4;

    private readonly ConcurrentDictionary<IParameterSymbol, ParameterEffect>[] _effects = DepthCache.Create<IParameterSymbol, ParameterEffect>(MaxDepth);

    /// <summary>The greatest effect of all mentions of the parameter.</summary>
    public ParameterEffect Of(IParameterSymbol parameter, CancellationToken cancellation) => Of(parameter, 0, cancellation);

    private ParameterEffect Of(IParameterSymbol parameter, int depth, CancellationToken cancellation)
    {
        if (depth > MaxDepth
            || parameter.ContainingSymbol is not IMethodSymbol { IsVirtual: false, IsAbstract: false, IsOverride: false } method
            || callees.BodyOf(method, cancellation) is not { } body)
        {
            return ParameterEffect.Unknown;
        }

        IParameterSymbol declared = Callees.DeclarationOf(method).Parameters[parameter.Ordinal];
        return _effects[depth].GetOrAdd(declared, _ => body.DescendantsAndSelf()
            .WithCheckpoints(cancellation)
            .OfType<IParameterReferenceOperation>()
            .Where(mention => SymbolEqualityComparer.Default.Equals(mention.Parameter, declared))
            .Select(mention => EffectOf(mention, depth, cancellation))
            .DefaultIfEmpty(ParameterEffect.Read)
            .Max());
    }

    private ParameterEffect EffectOf(IOperation mention, int depth, CancellationToken cancellation) => mention.Parent switch
    {
        IInvocationOperation { TargetMethod: var method } call when call.Instance == mention
            => isEnd(method) ? ParameterEffect.Unknown
                : method.Name == "AsRef" ? EffectOf(call, depth, cancellation)
                : isWrite(method) ? ParameterEffect.Written
                : ParameterEffect.Read,
        IPropertyReferenceOperation property
            => property.Parent is IAssignmentOperation assignment && assignment.Target == property ? ParameterEffect.Unknown : ParameterEffect.Read,
        IArgumentOperation { Parameter: { } next } => Of(next, depth + 1, cancellation),
        _ => ParameterEffect.Unknown,
    };
}

/// <summary>What a method does with a struct that it gets.</summary>
internal enum ParameterEffect
{
    Read,
    Written,

    /// <summary>The method ends the rental, or other code may.</summary>
    Unknown,
}
