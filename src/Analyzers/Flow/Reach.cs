namespace PooledGen.Analyzers.Flow;

/// <summary>Finds the variables that assignments connect.</summary>
internal static class Reach
{
    /// <summary>The variables, and all that can be reached from them.</summary>
    public static HashSet<int> From(IEnumerable<int> variables, ILookup<int, int> next, CancellationToken cancellation)
    {
        HashSet<int> reached = [];
        var queue = new Queue<int>(variables);
        while (queue.Count > 0)
        {
            cancellation.Checkpoint();
            int variable = queue.Dequeue();
            if (!reached.Add(variable))
                continue;

            foreach (int other in next[variable])
                queue.Enqueue(other);
        }

        return reached;
    }
}
