using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The living threads that rented from one pool, each with its stacks.</summary>
/// <remarks>
/// The roster is also the pool's lock: for joining and leaving, for opening and closing places, for counting, and for the watch over rentals. A thread
/// that holds the registry's lock may take this one, and a thread that holds this one may take the quarantine's. No thread takes two locks in another
/// order, and no thread calls a listener while it holds one of them.
/// </remarks>
/// <param name="depths">The depth of a stack, by size class.</param>
internal sealed class ThreadRoster<T>(int[] depths)
{
    // One entry per thread.
    private readonly List<ThreadState<T>> _threads = [];

    /// <summary>The home of nodes whose return must take the slow path: new, oversize and watched ones. It stays empty and closed.</summary>
    public readonly ThreadStack<T> ClosedStack = new(maxDepth: 0, ThreadToken.None);

    /// <summary>Enumerates the threads. The caller holds the lock.</summary>
    public List<ThreadState<T>>.Enumerator GetEnumerator() => _threads.GetEnumerator();

    /// <summary>Creates the calling thread's stacks.</summary>
    /// <param name="retire">Called on the finalizer's thread when the thread has ended.</param>
    public ThreadStack<T>[] Join(Action<ThreadState<T>> retire)
    {
        object token = ThreadToken.Current ??= new object();
        var stacks = new ThreadStack<T>[depths.Length];
        for (int sizeClass = 0; sizeClass < stacks.Length; sizeClass++)
            stacks[sizeClass] = new ThreadStack<T>(depths[sizeClass], token);

        // In this order: if there is no memory for the ThreadEnd, the roster must not keep an entry that the thread's end would never remove.
        var state = new ThreadState<T>(stacks, retire);
        _ = new ThreadEnd(state);
        using (Uninterrupted.Lock(this))
            _threads.Add(state);

        return stacks;
    }

    /// <summary>Removes a thread that has ended. The caller holds the lock.</summary>
    public void Remove(ThreadState<T> state) => _threads.Remove(state);

    /// <summary>Finds a stack that was rented from since the last call, beginning with a random one. The caller holds the lock.</summary>
    public ThreadStack<T>? FindRentedFrom(Random random)
    {
        int count = _threads.Count * depths.Length;
        int start = random.Next(Math.Max(count, 1));
        for (int i = 0; i < count; i++)
        {
            int index = (start + i) % count;
            ThreadState<T> state = _threads[index / depths.Length];
            int sizeClass = index % depths.Length;
            if (state.HasRentedSince(sizeClass))
                return state.Stacks[sizeClass];
        }

        return null;
    }

    /// <summary>The number of places of all stacks that are paid for. The caller holds the lock.</summary>
    public int ReservedCapacity()
    {
        int places = 0;
        foreach (ThreadState<T> state in _threads)
        {
            foreach (ThreadStack<T> stack in state.Stacks)
                places += stack.ReservedCapacity;
        }

        return places;
    }
}
