namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Computes which variables are still read after the start of a block. The facts forget all others, so that facts that differ in nothing else
/// become equal. Each variable is followed separately, backwards from its reads to its writes: most variables live in a few blocks only, so
/// this costs less than a pass over all variables in all blocks.
/// </summary>
internal sealed class Liveness
{
    private readonly HashSet<int>[] _live; // at the start of each block
    private readonly HashSet<int>[] _liveAfter; // at the end of each block
    private readonly Dictionary<int, int>[] _lastReads; // for each block: the last step that reads each variable
    private readonly HashSet<int>[] _written; // in each block
    private readonly HashSet<int> _results;
    private readonly Variables _variables;
    private readonly Stack<(int Block, int Variable)> _open = new();

    public Liveness(FlowBlock[] blocks, FlowEdges edges, Variables variables, HashSet<int> holders, CancellationToken cancellation)
    {
        _variables = variables;
        _live = [.. blocks.Select(static _ => new HashSet<int>())];
        _liveAfter = [.. blocks.Select(static _ => new HashSet<int>())];
        _lastReads = [.. blocks.Select(static block => LastReads(block))];
        _written = [.. blocks.Select(static block => new HashSet<int>(block.Steps.Select(static step => step.Target)))];

        // At the end of the body, the solver reads the returned values and the tasks, and the fields and parameters that still hold a rental.
        _results = [.. variables.Results, .. variables.Running, .. variables.Held];
        foreach (int lasting in variables.Lasting.Where(holders.Contains))
            LiveAt(blocks.Length - 1, lasting);

        for (int i = 0; i < blocks.Length; i++)
        {
            cancellation.Checkpoint();
            foreach (int read in ReadsBeforeWrites(blocks[i]))
                LiveAt(i, read);
            if (blocks[i].Guard is not { } guard)
                continue;

            LiveAfter(i, guard.Variable);
            if (guard.Original != Source.NoVariable)
                LiveAfter(i, guard.Original);
        }

        while (_open.Count > 0)
        {
            cancellation.Checkpoint();
            (int block, int variable) = _open.Pop();
            foreach (int predecessor in edges.Predecessors[block])
                LiveAfter(predecessor, variable);

            // An exception may leave the block anywhere, so assignments in the block do not end the life of a variable that the handler reads.
            foreach (int guarded in edges.Guarded[block].WithCheckpoints(cancellation))
            {
                _liveAfter[guarded].Add(variable);
                LiveAt(guarded, variable);
            }
        }
    }

    /// <summary>Whether a variable is read after the start of the block.</summary>
    public bool IsLive(int block, int variable) => _live[block].Contains(variable) || _results.Contains(variable);

    /// <summary>Whether a variable is read after a step of the block.</summary>
    public bool IsLiveAfter(int block, int step, int variable)
        => _liveAfter[block].Contains(variable)
            || _results.Contains(variable)
            || (_lastReads[block].TryGetValue(variable, out int last) && last > step);

    private void LiveAt(int block, int variable)
    {
        if (_live[block].Add(variable))
            _open.Push((block, variable));
    }

    private void LiveAfter(int block, int variable)
    {
        if (_liveAfter[block].Add(variable) && !IsSet(block, variable))
            LiveAt(block, variable);
    }

    // The answer of a condition becomes unknown when a variable that it depends on is assigned.
    private bool IsSet(int block, int variable)
        => _written[block].Contains(variable) || _variables.AskedBy(variable).Any(_written[block].Contains);

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

    private static IEnumerable<int> ReadsBeforeWrites(FlowBlock block)
    {
        HashSet<int> written = [];
        foreach (Step step in block.Steps)
        {
            if (step.Source.IsVariable && !written.Contains(step.Source.Variable))
                yield return step.Source.Variable;

            written.Add(step.Target);
        }
    }
}
