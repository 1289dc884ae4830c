using PooledGen.CompilerServices;

namespace PooledGen;

public sealed partial class BufferPool<T>
{
    /// <summary>Serves what <see cref="PooledNode{T}.Return"/> could not put back where it came from. On the renting thread.</summary>
    internal void ReturnSlow(PooledNode<T> node, int generation)
    {
        if (node.Generation != generation)
        {
            // A second Dispose, or one of a copy: the node belongs to the pool or to another rental, so hands off.
            _misuse.Add(1);
            return;
        }

        if (node == _empty)
            return;

        node.Generation = unchecked(generation + 1);
        ThreadStack<T> stack = node.Home;
        if (stack == _nowhere)
        {
            _oversizeReturns.Add(1);
            return;
        }

        if (stack.Count == stack.Depth)
            Spill(stack);

        stack.Push(node);
    }

    // The older half leaves: the newer nodes are the ones whose arrays are still in this core's cache.
    private void Spill(ThreadStack<T> stack)
    {
        PooledNode<T>? chain = stack.TakeOldest(Retention.LongestChain(stack.Depth), out int trimmed);
        if (trimmed > 0)
            _trimmed.Add(trimmed);

        if (chain is not null)
            GiveOrDrop(chain);
    }

    private void GiveOrDrop(PooledNode<T> chain)
    {
        // Counted before it is given: then another thread may link it anew.
        int length = CoreTier<T>.Length(chain, Retention.LongestChain(_depths[chain.SizeClass]));
        if (!_coreTier.TryGive(chain))
            _dropped.Add(length);
    }
}
