using PooledGen.CompilerServices;

namespace PooledGen;

public sealed partial class BufferPool<T>
{
    /// <summary>The calling thread's stacks, if it has any.</summary>
    internal ThreadStack<T>[]? StacksOfThread => _threadStacks();

    /// <summary>Creates the calling thread's stacks.</summary>
    internal ThreadStack<T>[] Join()
    {
        object token = ThreadToken.Current ??= new object();
        var stacks = new ThreadStack<T>[_depths.Length];
        for (int sizeClass = 0; sizeClass < stacks.Length; sizeClass++)
            stacks[sizeClass] = new ThreadStack<T>(_depths[sizeClass], token);

        // In this order: where memory cannot be had for the watch, nothing is left in the pool that no end of a thread would take out.
        var share = new ThreadShare<T>(this, stacks);
        _ = new ThreadEnd(share);
        using (Uninterrupted.Lock(_threads))
            _threads.Add(share);

        return stacks;
    }

    /// <summary>Takes over what an ended thread left: its nodes go to the core tier, its counts into the totals.</summary>
    internal void Retire(ThreadShare<T> share)
    {
        using (Uninterrupted.Lock(_threads))
        {
            if (!_threads.Remove(share))
                return;

            // Its places first: the core tier needs their bytes.
            for (int sizeClass = 0; sizeClass < share.Stacks.Length; sizeClass++)
            {
                ThreadStack<T> stack = share.Stacks[sizeClass];
                _counters[sizeClass].RetiredRents += stack.Rents;
                Release(stack.GiveUpPlaces() * BufferBytes(sizeClass));
            }
        }

        // One by one, so that they fill up the batches that are there. Without the lock: a listener hears of what there is no room for.
        for (int sizeClass = 0; sizeClass < share.Stacks.Length; sizeClass++)
        {
            ThreadStack<T> stack = share.Stacks[sizeClass];
            while (PopRepaired(stack, sizeClass) is { } node)
                GiveAlone(node);

            // A buffer that was rented there may be out for long, and it holds on to its home: let that hold on to nothing.
            stack.Close();
            stack.Empty(trimmed: null);
            stack.Owner = ThreadToken.None;
        }
    }
}
