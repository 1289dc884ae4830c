using PooledGen.CompilerServices;

namespace PooledGen;

public sealed partial class BufferPool<T>
{
    /// <summary>Serves what <see cref="PooledNode{T}.Return"/> could not put back where it came from. On the renting thread.</summary>
    internal void ReturnSlow(PooledNode<T> node, int generation)
    {
        if (node.Generation != generation)
        {
            CountMisuse(node, generation);
            return;
        }

        if (node == _empty)
            return;

        node.End();
        TakeBack(node, node.Home);
    }

    /// <summary>Puts a node whose rental is over on the calling thread's stack, with room made for it. An oversize one goes to the heap.</summary>
    internal void TakeBack(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (node.Home == _nowhere)
        {
            _oversizeReturns.Add(1);
            return;
        }

        node.Home = stack;
        if (stack.TryPush(node))
            return;

        Spill(stack);
        stack.Push(node);
    }

    /// <summary>Counts the Dispose of a handle whose rental is over: the node belongs to the pool or to another rental, so hands off.</summary>
    internal void CountMisuse(PooledNode<T> node, int generation)
    {
        // "using var buffer = …; return buffer.Detach();" disposes the handle that it gave up, and is right to do so.
        if (!node.WasTransferred(generation))
            _misuse.Add(1);
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
