using Microsoft.CodeAnalysis.FlowAnalysis;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>The edges between the blocks of a body, backwards: from where each block may be reached.</summary>
internal sealed class FlowEdges
{
    private readonly int[] _loops; // around each block: how many edges lead from it or behind it to it or before it

    public FlowEdges(ControlFlowGraph graph, CancellationToken cancellation)
    {
        HashSet<(int From, int To)> edges = [.. FlowGraph.Edges(graph).WithCheckpoints(cancellation)];
        Predecessors = edges.ToLookup(static way => way.To, static way => way.From);
        Guarded = graph.Blocks
            .WithCheckpoints(cancellation)
            .SelectMany(static block => FlowGraph.Handlers(block).Select(handler => (From: block.Ordinal, To: handler)))
            .ToLookup(static way => way.To, static way => way.From);

        _loops = new int[graph.Blocks.Length + 1];
        foreach ((int from, int to) in edges.Where(static way => way.To <= way.From))
        {
            _loops[to]++;
            _loops[from + 1]--;
        }

        for (int i = 1; i < _loops.Length; i++)
            _loops[i] += _loops[i - 1];
    }

    /// <summary>By block: the blocks that it may come after without an exception, finally blocks included.</summary>
    public ILookup<int, int> Predecessors { get; }

    /// <summary>By the first block of a handler or finally block: the blocks from which an exception may lead there.</summary>
    public ILookup<int, int> Guarded { get; }

    /// <summary>Whether the block may run more than once. Blocks are in source order: whatever comes again is under a way backwards.</summary>
    public bool MayRepeat(int block) => _loops[block] > 0;
}
