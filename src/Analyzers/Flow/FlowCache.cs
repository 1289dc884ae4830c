using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// The flows of the bodies of one compilation. Thread-safe: the first thread that asks for a body follows it, and the others wait.
/// </summary>
internal sealed class FlowCache(RentalProtocol protocol)
{
    private readonly ConditionalWeakTable<Body, Entry> _flows = new();

    /// <summary>The flows of the bodies of a file, and of the functions in them, if they rent or end anything.</summary>
    public IEnumerable<BodyFlow> FlowsIn(SemanticModelAnalysisContext file)
        => protocol.Bodies(file.CancellationToken).BodiesIn(file).WithCheckpoints(file.CancellationToken)
            .SelectMany(body => FlowsOf(body, file.CancellationToken));

    private BodyFlow[] FlowsOf(Body body, CancellationToken cancellation)
    {
        // Not a Lazy, because it would cache an OperationCanceledException forever.
        Entry entry = _flows.GetOrCreateValue(body);
        lock (entry)
            return entry.Flows ??= Follow(body, cancellation);
    }

    // An expression may be nested more deeply than the stack allows. The compiler rejects most of these (CS8078); the rules then skip the body.
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
