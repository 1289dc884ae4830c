using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Returned buffers of one pool that nobody may rent yet, in the order in which they came: the longer they lie, the more late writes are seen.
/// Any thread.
/// </summary>
internal sealed class Quarantine<T>
{
    /// <summary>How many buffers wait at most.</summary>
    public const int MaxCount = 128;

    /// <summary>How many bytes wait at most, or one buffer where that is more.</summary>
    public const long MaxBytes = 8 * 1024 * 1024;

    // Also the lock. Under it nothing is called.
    private readonly Queue<Entry> _entries = new();
    private long _bytes;

    /// <summary>Holds a node back, while <paramref name="watch"/> still wants that.</summary>
    /// <returns>False where it does not.</returns>
    public bool TryAdd(RentalWatch<T> watch, PooledNode<T> node)
    {
        using (Uninterrupted.Lock(_entries))
        {
            // Under the lock: who ends the check empties this after it, so that nothing is left behind.
            if (!watch.HoldsBack)
                return false;

            _entries.Enqueue(new Entry(node, Sampler.Now));
            _bytes += BytesOf(node);
            return true;
        }
    }

    /// <summary>Takes out the oldest one, if there is no room for it.</summary>
    public PooledNode<T>? TakeSurplus()
    {
        using (Uninterrupted.Lock(_entries))
            return _entries.Count > MaxCount || (_bytes > MaxBytes && _entries.Count > 1) ? Take() : null;
    }

    /// <summary>Takes out all that came before a moment of the sampler's clock. At once: others may be faster in bringing new ones.</summary>
    public List<PooledNode<T>> TakeBefore(long moment)
    {
        List<PooledNode<T>> nodes = [];
        using (Uninterrupted.Lock(_entries))
        {
            while (_entries.Count > 0 && _entries.Peek().Moment < moment)
                nodes.Add(Take());
        }

        return nodes;
    }

    /// <summary>How many nodes of a class lie here. Oversize ones are not the pool's any more.</summary>
    public int CountNodes(int sizeClass)
    {
        using (Uninterrupted.Lock(_entries))
            return _entries.Count(entry => entry.Node.SizeClass == sizeClass && !entry.Node.IsOversize);
    }

    private PooledNode<T> Take()
    {
        PooledNode<T> node = _entries.Dequeue().Node;
        _bytes -= BytesOf(node);
        return node;
    }

    private static long BytesOf(PooledNode<T> node) => (long)node.Capacity * Unsafe.SizeOf<T>();

    private sealed record Entry(PooledNode<T> Node, long Moment);
}
