using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Returned buffers of one pool that no thread may rent yet, in the order in which they came: the longer they wait, the more late writes are found.
/// Any thread may use it.
/// </summary>
internal sealed class Quarantine
{
    /// <summary>The largest number of buffers that wait.</summary>
    public const int MaxCount = 128;

    /// <summary>The largest number of bytes that wait. One buffer may wait even if it is larger.</summary>
    public const long MaxBytes = 8 * 1024 * 1024;

    // This queue is also the lock. A thread that holds it takes no other lock and calls no listener.
    private readonly Queue<Entry> _entries = new();

    // Nodes that were taken out and are not yet back in the pool. They are free, so the statistics count them. Each thread takes out one at a time, so the
    // list seldom grows: a node can be taken out where there is no memory.
    private readonly List<PooledNode> _leaving = new(capacity: 4);
    private long _bytes;

    public Quarantine() => Leave = Forget;

    /// <summary>Forgets a node that was taken out. The caller holds the roster's lock, under which the node also comes to its next place.</summary>
    // A delegate that is made once: a node must not be lost where there is no memory for another one.
    public Action<PooledNode> Leave { get; }

    /// <summary>Holds a node back, if <paramref name="watch"/> still wants that.</summary>
    /// <returns>False if it does not, or if there is no memory for that. A return is under way, so it does not throw.</returns>
    public bool TryAdd(RentalWatch watch, PooledNode node)
    {
        using (Uninterrupted.Lock(_entries))
        {
            // Under the lock: the thread that ends the check empties the quarantine after that, so that no node is left behind.
            if (!watch.UsesQuarantine)
                return false;

            try
            {
                _entries.Enqueue(new Entry(node, Sampler.Now));
            }
            catch (OutOfMemoryException)
            {
                return false;
            }

            _bytes += BytesOf(node);
            return true;
        }
    }

    /// <summary>Takes out the oldest node, if the quarantine is over its limits. The caller ends with <see cref="Leave"/>.</summary>
    /// <returns>Null, too, if there is no memory for that: the next return tries again.</returns>
    public PooledNode? TakeSurplus()
    {
        using (Uninterrupted.Lock(_entries))
        {
            try
            {
                return _entries.Count > MaxCount || (_bytes > MaxBytes && _entries.Count > 1) ? Take() : null;
            }
            catch (OutOfMemoryException)
            {
                return null;
            }
        }
    }

    /// <summary>
    /// Takes out the oldest node, if it came before a moment of the sampler's clock. The others stay, so none is lost if the caller fails. The caller ends
    /// with <see cref="Leave"/>.
    /// </summary>
    public PooledNode? TakeBefore(long moment)
    {
        using (Uninterrupted.Lock(_entries))
            return _entries.Count > 0 && _entries.Peek().Moment < moment ? Take() : null;
    }

    /// <summary>The number of nodes that wait.</summary>
    public int Count
    {
        get
        {
            using (Uninterrupted.Lock(_entries))
                return _entries.Count;
        }
    }

    /// <summary>Counts the nodes of a class. Oversize nodes no longer belong to the pool.</summary>
    // Loops, because the first use of LINQ loads an assembly, and a handler of that event must not run under the lock (StartTests).
    public int CountNodes(int sizeClass)
    {
        int count = 0;
        using (Uninterrupted.Lock(_entries))
        {
            foreach (Entry entry in _entries)
                count += IsOf(sizeClass, entry.Node);

            foreach (PooledNode node in _leaving)
                count += IsOf(sizeClass, node);
        }

        return count;
    }

    private void Forget(PooledNode node)
    {
        using (Uninterrupted.Lock(_entries))
            _leaving.Remove(node);
    }

    private PooledNode Take()
    {
        // In this order, because the list may fail to grow.
        PooledNode node = _entries.Peek().Node;
        _leaving.Add(node);
        _entries.Dequeue();
        _bytes -= BytesOf(node);
        return node;
    }

    private static int IsOf(int sizeClass, PooledNode node) => node.SizeClass == sizeClass && !node.IsOversize ? 1 : 0;

    private static long BytesOf(PooledNode node) => (long)node.Capacity * node.Pool.ElementSize;

    private sealed record Entry(PooledNode Node, long Moment);
}
