using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The stacks that one thread has of one pool. The roster keeps them until the thread has ended.</summary>
internal sealed class ThreadState<T>(ThreadStack<T>[] stacks, Action<ThreadState<T>> retire) : IThreadState
{
    // The number of rents of each stack at the sampler's last look. Guarded by the roster's lock.
    private long[]? _seenRents;

    public ThreadStack<T>[] Stacks => stacks;

    public void Retire() => retire(this);

    /// <summary>Whether the thread has rented from a size class since the last call.</summary>
    public bool HasRentedSince(int sizeClass)
    {
        _seenRents ??= new long[stacks.Length];
        long rents = stacks[sizeClass].Rents;
        bool isMore = rents != _seenRents[sizeClass];
        _seenRents[sizeClass] = rents;
        return isMore;
    }
}

/// <summary>A <see cref="ThreadState{T}"/> of any element type.</summary>
internal interface IThreadState
{
    /// <summary>Gives everything to the pool. The thread has ended, so the caller owns its stacks now.</summary>
    void Retire();
}
