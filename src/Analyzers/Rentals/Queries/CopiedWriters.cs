using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// Finds out whether a method of the project writes to a writer that it gets by value or by <c>in</c>: the caller's writer does not see it, and an array that
/// the copy rented to grow is lost. This type is thread-safe.
/// </summary>
internal sealed class CopiedWriters(RentalTypes types)
{
    private const int MaxDepth = 4;

    private readonly Callees _callees = new(types.Compilation);
    private readonly ConcurrentDictionary<IParameterSymbol, Effect>[] _effects = DepthCache.Create<IParameterSymbol, Effect>(MaxDepth);

    /// <summary>Whether the method writes to its copy, and neither ends it nor gives it to other code.</summary>
    public bool AreWrittenTo(IParameterSymbol parameter, CancellationToken cancellation)
        => parameter.RefKind is RefKind.None or RefKind.In or RefKinds.RefReadOnly
            && types.IsWriter(parameter.Type)
            && EffectOn(parameter, 0, cancellation) == Effect.Written;

    private Effect EffectOn(IParameterSymbol parameter, int depth, CancellationToken cancellation)
    {
        if (depth > MaxDepth
            || parameter.ContainingSymbol is not IMethodSymbol { IsVirtual: false, IsAbstract: false, IsOverride: false } method
            || _callees.BodyOf(method, cancellation) is not { } body)
        {
            return Effect.Unknown;
        }

        IParameterSymbol declared = Callees.DeclarationOf(method).Parameters[parameter.Ordinal];
        return _effects[depth].GetOrAdd(declared, _ => body.DescendantsAndSelf()
            .WithCheckpoints(cancellation)
            .OfType<IParameterReferenceOperation>()
            .Where(mention => SymbolEqualityComparer.Default.Equals(mention.Parameter, declared))
            .Select(mention => EffectOf(mention, depth, cancellation))
            .DefaultIfEmpty(Effect.Read)
            .Max());
    }

    private Effect EffectOf(IOperation mention, int depth, CancellationToken cancellation) => mention.Parent switch
    {
        IInvocationOperation { TargetMethod: var method } call when call.Instance == mention
            => types.IsDispose(method) || RentalTypes.IsHandOver(method) ? Effect.Unknown
                : method.Name == "AsRef" ? EffectOf(call, depth, cancellation)
                : method.IsReadOnly ? Effect.Read
                : Effect.Written,
        IPropertyReferenceOperation { Property.GetMethod.IsReadOnly: true } => Effect.Read,
        IArgumentOperation { Parameter: { } next } => EffectOn(next, depth + 1, cancellation),
        _ => Effect.Unknown,
    };

    // The greatest effect of all mentions decides.
    private enum Effect
    {
        Read,
        Written,

        /// <summary>The method ends the writer, or other code may.</summary>
        Unknown,
    }
}
