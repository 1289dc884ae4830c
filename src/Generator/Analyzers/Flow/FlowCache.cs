using System.Runtime.CompilerServices;
using PooledGen.Generator.Analyzers.Bodies;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>
/// The bodies of one compilation, each followed once. Safe from any thread: the first that asks for a body follows it, the others wait.
/// </summary>
internal sealed class FlowCache(RentalProtocol protocol)
{
    private readonly ConditionalWeakTable<Body, Entry> _flows = new();

    /// <summary>The bodies that have to do with what the protocol rents.</summary>
    public BodySearch Bodies => protocol.Bodies;

    /// <summary>The flow of a body and of the functions in it, as far as something is rented or ended there.</summary>
    public BodyFlow[] FlowsOf(Body body, CancellationToken cancellation)
    {
        // No Lazy: it would keep a cancellation for ever.
        Entry entry = _flows.GetOrCreateValue(body);
        lock (entry)
            return entry.Flows ??= [.. BodyFlow.Analyze(body, protocol, cancellation)];
    }

    private sealed class Entry
    {
        public BodyFlow[]? Flows { get; set; }
    }
}
