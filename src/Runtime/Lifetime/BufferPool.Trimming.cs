using PooledGen.CompilerServices;

namespace PooledGen;

public sealed partial class BufferPool<T>
{
    /// <inheritdoc/>
    public override void Trim()
    {
        VerifyQuarantine(before: long.MaxValue);
        Trim(trimmed =>
        {
            EmptyThreads(trimmed);
            EmptyCoreTier(trimmed);
        });
    }

    /// <inheritdoc/>
    internal override void TrimIdle()
    {
        if (ReservedBytes > 0)
            Trim(TrimIdle);
    }

    // All are judged before any is noted: a node may be seen in two places, free in one and left behind in the other.
    private void TrimIdle(List<PooledNode<T>>? trimmed)
    {
        foreach (ThreadShare<T> thread in _threads)
        {
            foreach (ThreadStack<T> stack in thread.Stacks)
                stack.TrimIdle(trimmed);
        }

        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
        {
            CountTrimmed(_coreTier.TrimIdle(sizeClass, trimmed), sizeClass);
            _coreTier.Narrow(sizeClass);
        }

        ProcessWideBarrier.Pass();
        foreach (ThreadShare<T> thread in _threads)
        {
            for (int sizeClass = 0; sizeClass < thread.Stacks.Length; sizeClass++)
                Release(thread.Stacks[sizeClass].Settle() * BufferBytes(sizeClass));
        }

        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
            Release(_coreTier.Settle(sizeClass) * BufferBytes(sizeClass));
    }

    // Listeners hear of it when the lock is free again.
    private void Trim(Action<List<PooledNode<T>>?> trim)
    {
        List<PooledNode<T>>? trimmed = TrimmedForListeners();
        using (Uninterrupted.Lock(_threads))
        {
            // Now, because nothing may fail between the closing of a place and the end of it.
            if (trimmed is not null)
                trimmed.Capacity = PaidPlaces();

            trim(trimmed);
        }

        TraceTrimmed(trimmed);
    }

    private int PaidPlaces()
        => Enumerable.Range(0, _depths.Length).Sum(_coreTier.PaidPlaces) + _threads.Sum(static thread => thread.Stacks.Sum(static stack => stack.PaidPlaces));
}
