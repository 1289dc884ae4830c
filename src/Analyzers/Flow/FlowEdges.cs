using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>The edges between the blocks of a body, backwards: from each block to the blocks before it.</summary>
internal sealed class FlowEdges
{
    private readonly int[] _loops; // for each block: the number of edges that lead from it or a later block back to it or an earlier one

    public FlowEdges(ControlFlowGraph graph, CancellationToken cancellation)
    {
        HashSet<(int From, int To)> edges = [.. FlowGraph.Edges(graph).WithCheckpoints(cancellation)];
        Predecessors = edges.ToLookup(static edge => edge.To, static edge => edge.From);
        Guarded = graph.Blocks
            .WithCheckpoints(cancellation)
            .SelectMany(static block => FlowGraph.Handlers(block).Select(handler => (From: block.Ordinal, To: handler)))
            .ToLookup(static edge => edge.To, static edge => edge.From);

        _loops = new int[graph.Blocks.Length + 1];
        foreach ((int from, int to) in edges.Where(static edge => edge.To <= edge.From))
        {
            _loops[to]++;
            _loops[from + 1]--;
        }

        for (int i = 1; i < _loops.Length; i++)
            _loops[i] += _loops[i - 1];
    }

    /// <summary>The predecessors of each block without exceptions, finally blocks included.</summary>
    public ILookup<int, int> Predecessors { get; }

    /// <summary>For the first block of each handler or finally block: the blocks from which an exception may lead there directly.</summary>
    public ILookup<int, int> Guarded { get; }

    /// <summary>Whether the block may run more than once. Blocks are in source order, so a repeated block lies under a backward edge.</summary>
    public bool MayRepeat(int block) => _loops[block] > 0;
}
