using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>A group of rules with one protocol. The rules share the flows: each body is followed once, for the rule that asks first.</summary>
/// <param name="protocolOf">Creates the family's protocol for a compilation; returns null if the compilation cannot contain rentals.</param>
internal sealed class RentalFamily(Func<Compilation, RentalProtocol?> protocolOf)
{
    private readonly ConditionalWeakTable<Compilation, FlowCache> _caches = new();

    /// <summary>The shared flows of a compilation; null if the compilation cannot contain rentals. Thread-safe.</summary>
    public FlowCache? FlowsOf(Compilation compilation)
    {
        if (_caches.TryGetValue(compilation, out FlowCache cache))
            return cache;

        return protocolOf(compilation) is { } protocol ? _caches.GetValue(compilation, _ => new FlowCache(protocol)) : null;
    }
}
