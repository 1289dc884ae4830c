using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>What one thread holds of one pool. The roster keeps it until the thread has ended.</summary>
internal sealed class ThreadState<T>(ThreadStack<T>[] stacks, Action<ThreadState<T>> retire) : IThreadShare
{
    // How often each stack was rented from when the sampler looked last. Under the roster's lock.
    private long[]? _seenRents;

    public ThreadStack<T>[] Stacks => stacks;

    public void Retire() => retire(this);

    /// <summary>The thread ends no rental by plain writes from now on, but for one that it may be ending. Under the roster's lock.</summary>
    public void EndBias()
    {
        foreach (ThreadStack<T> stack in stacks)
            stack.IsBiased = false;
    }

    /// <summary>Whether a size class was rented from since this was asked last.</summary>
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
internal interface IThreadShare
{
    /// <summary>Gives everything to the pool. The thread has ended, so the caller is its stacks' owner now.</summary>
    void Retire();
}
