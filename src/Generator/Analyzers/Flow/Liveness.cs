using System.Collections;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>
/// Which variables are still asked for after the start of a block. What nobody asks for any more is forgotten: facts that differ in
/// nothing else become one.
/// </summary>
internal sealed class Liveness
{
    private readonly BitArray[] _live; // at the start of each block
    private readonly BitArray[] _liveAfter; // at its end
    private readonly Dictionary<int, int>[] _lastReads; // of a variable in each block: the step

    public Liveness(FlowBlock[] blocks, List<int>[] successors, int[][] handlers, Variables variables)
    {
        _live = [.. blocks.Select(_ => new BitArray(variables.Count))];
        _liveAfter = [.. blocks.Select(_ => new BitArray(variables.Count))];
        _lastReads = [.. blocks.Select(static block => LastReads(block))];
        var predecessors = new List<int>[blocks.Length];
        for (int i = 0; i < blocks.Length; i++)
            predecessors[i] = [];
        for (int i = 0; i < blocks.Length; i++)
        {
            foreach (int successor in successors[i].Concat(handlers[i]))
                predecessors[successor].Add(i);
        }

        // Whoever looks at the end of the body asks what it returns, and what the fields hold.
        BitArray atExit = _live[blocks.Length - 1];
        foreach (int asked in variables.Results.Concat(variables.Fields))
            atExit[asked] = true;

        var queue = new Queue<int>(Enumerable.Range(0, blocks.Length).Reverse());
        var isQueued = new BitArray(blocks.Length, true);
        while (queue.Count > 0)
        {
            int index = queue.Dequeue();
            isQueued[index] = false;
            if (!Update(blocks[index], successors[index], handlers[index]))
                continue;

            foreach (int predecessor in predecessors[index].Where(predecessor => !isQueued[predecessor]))
            {
                isQueued[predecessor] = true;
                queue.Enqueue(predecessor);
            }
        }
    }

    /// <summary>Whether a variable is asked for from the start of the block on.</summary>
    public bool IsLive(int block, int variable) => _live[block][variable];

    /// <summary>Whether a variable is asked for behind a step of the block.</summary>
    public bool IsLiveAfter(int block, int step, int variable)
        => _liveAfter[block][variable] || (_lastReads[block].TryGetValue(variable, out int last) && last > step);

    private static Dictionary<int, int> LastReads(FlowBlock block)
    {
        Dictionary<int, int> reads = [];
        for (int i = 0; i < block.Steps.Length; i++)
        {
            if (block.Steps[i].Source.IsVariable)
                reads[block.Steps[i].Source.Variable] = i;
        }

        return reads;
    }

    // Goes backwards through a block; true where the blocks before it must be looked at (again).
    private bool Update(FlowBlock block, List<int> successors, int[] handlers)
    {
        var live = new BitArray(_live[block.Block.Ordinal]);
        var after = new BitArray(live.Length);
        foreach (int successor in successors)
            after.Or(_live[successor]);

        if (block.Guard is { } guard)
            after[guard.Variable] = after[guard.Original] = true;

        // A handler may be entered from anywhere in the block: no assignment of the block makes unneeded what it asks for.
        var inHandlers = new BitArray(live.Length);
        foreach (int handler in handlers)
            inHandlers.Or(_live[handler]);
        _liveAfter[block.Block.Ordinal] = new BitArray(after).Or(inHandlers);

        for (int i = block.Steps.Length - 1; i >= 0; i--)
        {
            Step step = block.Steps[i];
            if (step.Target != Source.NoVariable)
                after[step.Target] = false;
            if (step.Source.IsVariable)
                after[step.Source.Variable] = true;
        }

        live.Or(after).Or(inHandlers);
        bool isChanged = !Same(live, _live[block.Block.Ordinal]);
        _live[block.Block.Ordinal] = live;
        return isChanged;
    }

    private static bool Same(BitArray left, BitArray right)
    {
        for (int i = 0; i < left.Length; i++)
        {
            if (left[i] != right[i])
                return false;
        }

        return true;
    }
}
