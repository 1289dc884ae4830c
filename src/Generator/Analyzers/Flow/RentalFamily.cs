using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>Rules with one protocol. They share what is found out of a body: it is followed once, whichever rule asks first.</summary>
/// <param name="protocolOf">The family's protocol for a compilation; null where nothing in it can be a rental.</param>
internal sealed class RentalFamily(Func<Compilation, RentalProtocol?> protocolOf)
{
    private readonly ConditionalWeakTable<Compilation, FlowCache> _caches = new();

    /// <summary>The shared flows of a compilation; null where the family has nothing to say about it. Safe from any thread.</summary>
    public FlowCache? FlowsOf(Compilation compilation)
    {
        if (_caches.TryGetValue(compilation, out FlowCache cache))
            return cache;

        return protocolOf(compilation) is { } protocol ? _caches.GetValue(compilation, _ => new FlowCache(protocol)) : null;
    }
}
