using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Analyzers.Bodies;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>
/// The bodies of one compilation, each followed once. Safe from any thread: the first that asks for a body follows it, the others wait.
/// </summary>
internal sealed class FlowCache(RentalProtocol protocol)
{
    private readonly ConditionalWeakTable<Body, Entry> _flows = new();

    /// <summary>The flows of the bodies of a file, and of the functions in them, as far as something is rented or ended there.</summary>
    public IEnumerable<BodyFlow> FlowsIn(SemanticModelAnalysisContext file)
        => protocol.Bodies(file.CancellationToken).BodiesIn(file).WithCheckpoints(file.CancellationToken)
            .SelectMany(body => FlowsOf(body, file.CancellationToken));

    private BodyFlow[] FlowsOf(Body body, CancellationToken cancellation)
    {
        // No Lazy: it would keep a cancellation for ever.
        Entry entry = _flows.GetOrCreateValue(body);
        lock (entry)
            return entry.Flows ??= Follow(body, cancellation);
    }

    // An expression may be nested more deeply than the stack allows. The compiler rejects most of these (CS8078); the rules say nothing of the body.
    private BodyFlow[] Follow(Body body, CancellationToken cancellation)
    {
        try
        {
            return [.. BodyFlow.Analyze(body, protocol, cancellation)];
        }
        catch (InsufficientExecutionStackException)
        {
            return [];
        }
    }

    private sealed class Entry
    {
        public BodyFlow[]? Flows { get; set; }
    }
}
