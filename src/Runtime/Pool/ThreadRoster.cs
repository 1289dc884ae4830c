using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The living threads that rented from one pool, each with its stacks. Below it: the entry of a thread, its end, and its number.
/// </summary>
/// <remarks>
/// The roster is also the pool's lock: for joining and leaving, for every change of a capacity, for counting, and for the watch over rentals. A thread
/// that holds the registry's lock may take this one, and a thread that holds this one may take the quarantine's. No thread takes two locks in another
/// order, and no thread calls a listener while it holds one of them.
/// </remarks>
/// <param name="pool">The pool.</param>
/// <param name="depths">The depth of a stack, by size class.</param>
/// <param name="threadStacks">The thread-static field of the annotated type; null for a pool without one.</param>
internal sealed class ThreadRoster(BufferPool pool, int[] depths, ThreadStacks? threadStacks)
{
    // One entry per thread.
    private readonly List<RosterEntry> _threads = [];

    // In place of the thread-static field: the stacks of each thread, at the index of its number. It is null at 0, which is not the number of a thread.
    private ThreadStack[]?[]? _byNumber = threadStacks is null ? new ThreadStack[1][] : null;

    /// <summary>The home of nodes whose return must take the slow path: new, oversize and watched ones. It stays empty, and its capacity stays 0.</summary>
    public readonly ThreadStack ClosedStack = new(pool, maxCapacity: 0, ThreadToken.None);

    /// <summary>Enumerates the threads. The caller holds the lock.</summary>
    public List<RosterEntry>.Enumerator GetEnumerator() => _threads.GetEnumerator();

    /// <summary>Refers to the calling thread's stacks, as the thread-static field of an annotated type does. Only for a pool without such a field.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref ThreadStack[]? StacksByNumber()
    {
        // Benign race: a thread that joins may replace the array by a longer one, which has the same stacks of this thread. So nothing but Join may write here.
        ThreadStack[]?[] all = _byNumber!;
        int number = ThreadNumber.Current;
        return ref all[(uint)number < (uint)all.Length ? number : 0];
    }

    /// <summary>Creates the calling thread's stacks, and makes the thread find them.</summary>
    public ThreadStack[] Join()
    {
        object token = ThreadToken.Current ??= new object();
        var stacks = new ThreadStack[depths.Length];
        for (int sizeClass = 0; sizeClass < stacks.Length; sizeClass++)
            stacks[sizeClass] = new ThreadStack(pool, depths[sizeClass], token);

        // In this order: if there is no memory for the ThreadEnd, the roster must not keep an entry that the thread's end would never remove.
        ThreadNumber? number = threadStacks is null ? PrepareNumber() : null;
        var state = new RosterEntry(pool, stacks, number);
        _ = new ThreadEnd(state);
        using (Uninterrupted.Lock(this))
        {
            _threads.Add(state);
            if (number is not null)
                _byNumber![number.Value] = stacks;
        }

        if (threadStacks is not null)
            threadStacks() = stacks;

        return stacks;
    }

    // Makes room for the calling thread's stacks.
    private ThreadNumber PrepareNumber()
    {
        ThreadNumber number = ThreadNumber.OfThread();
        using (Uninterrupted.Lock(this))
        {
            if (number.Value >= _byNumber!.Length)
            {
                ThreadStack[]?[]? longer = _byNumber;
                Array.Resize(ref longer, Math.Max(number.Value + 1, 2 * longer.Length));
                Volatile.Write(ref _byNumber, longer);
            }
        }

        return number;
    }

    /// <summary>Removes a thread that has ended. The caller holds the lock.</summary>
    public void Remove(RosterEntry state)
    {
        if (state.Number is { } number)
            _byNumber![number.Value] = null;

        _threads.Remove(state);
    }

    /// <summary>Finds a stack that was rented from since the last call, beginning with a random one. The caller holds the lock.</summary>
    public ThreadStack? FindRentedFrom(Random random)
    {
        int count = _threads.Count * depths.Length;
        int start = random.Next(Math.Max(count, 1));
        for (int i = 0; i < count; i++)
        {
            int index = (start + i) % count;
            RosterEntry state = _threads[index / depths.Length];
            int sizeClass = index % depths.Length;
            if (state.HasRentedSince(sizeClass))
                return state.Stacks[sizeClass];
        }

        return null;
    }

    /// <summary>The reserved capacity of all stacks. The caller holds the lock.</summary>
    public int ReservedCapacity()
    {
        int capacity = 0;
        foreach (RosterEntry state in _threads)
        {
            foreach (ThreadStack stack in state.Stacks)
                capacity += stack.ReservedCapacity;
        }

        return capacity;
    }
}

/// <summary>The stacks that one thread has of one pool. The roster keeps them until the thread has ended.</summary>
/// <param name="pool">The pool.</param>
/// <param name="stacks">The stacks.</param>
/// <param name="number">The thread's number, if it joined by that. The entry keeps it from being given to another thread.</param>
internal sealed class RosterEntry(BufferPool pool, ThreadStack[] stacks, ThreadNumber? number = null)
{
    // The number of rents of each stack at the sampler's last look. Guarded by the roster's lock.
    private long[]? _seenRents;

    public ThreadStack[] Stacks => stacks;

    public ThreadNumber? Number => number;

    /// <summary>Gives everything to the pool. The thread has ended, so the caller owns its stacks now.</summary>
    public void Retire() => pool.Retire(this);

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

/// <summary>
/// Notices the end of a thread: only a thread-static field refers to it, so its finalizer runs when the thread is gone.
/// </summary>
internal sealed class ThreadEnd
{
    // A list of this length is pruned before it grows: a program that loads and unloads assemblies without end would fill it.
    private const int LengthToPrune = 16;

    // One for each pool.
    [ThreadStatic]
    private static List<ThreadEnd>? t_ends;

    // The handle is weak, because the pool holds the thread's state itself: this thread must not keep the types of an unloaded assembly alive. It is a bare
    // handle, because a WeakReference has a finalizer of its own, which may run before ours (ThreadEndTests).
    private readonly GCHandle _state;

    /// <summary>Retires the state of the calling thread when that thread has ended.</summary>
    public ThreadEnd(RosterEntry state)
    {
        _state = GCHandle.Alloc(state, GCHandleType.Weak);
        t_ends ??= [];
        if (t_ends.Count >= LengthToPrune && t_ends.Count == t_ends.Capacity)
            Prune(t_ends);

        t_ends.Add(this);
    }

    ~ThreadEnd()
    {
        // No handle exists if the constructor could not allocate it.
        if (!_state.IsAllocated)
            return;

        try
        {
            (_state.Target as RosterEntry)?.Retire();
        }
        catch (OutOfMemoryException)
        {
            // The finalizer's thread must go on. The pool keeps what the thread has left.
        }

        _state.Free();
    }

    // Forgets the pools that were collected. Not inlined, because a first rental would have to compile the delegate.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Prune(List<ThreadEnd> ends) => ends.RemoveAll(static end => end._state.Target is null);
}

/// <summary>
/// The number of a running thread: its index in the pools without an annotated type. So such a pool needs no thread-static field, and no thread keeps it alive.
/// </summary>
/// <remarks>
/// <b>Invariant:</b> no thread gets a number at whose index a pool still has the stacks of another thread. The thread and the rosters' entries refer to this
/// object, so its finalizer runs when the thread has ended and every pool has removed its entry. Broken by freeing the number at the thread's end:
/// ThreadNumberTests.
/// </remarks>
internal sealed class ThreadNumber
{
    /// <summary>The calling thread's number; 0, at which no pool has stacks, until the thread joins such a pool.</summary>
    [ThreadStatic]
    public static int Current;

    [ThreadStatic]
    private static ThreadNumber? t_number;

    private ThreadNumber()
    {
        using (Uninterrupted.Lock(Unused.Numbers))
            Value = Unused.Numbers.Count > 0 ? Unused.Numbers.Dequeue() : ++Unused.Greatest;
    }

    /// <summary>1 or more.</summary>
    public int Value { get; }

    /// <summary>The calling thread's number, which it gets with the first call.</summary>
    public static ThreadNumber OfThread()
    {
        ThreadNumber number = t_number ??= new ThreadNumber();
        Current = number.Value;
        return number;
    }

    ~ThreadNumber()
    {
        // 0 if the constructor failed.
        if (Value == 0)
            return;

        try
        {
            using (Uninterrupted.Lock(Unused.Numbers))
                Unused.Numbers.Enqueue(Value);
        }
        catch (OutOfMemoryException)
        {
            // The finalizer's thread must go on. No thread gets the number again.
        }
    }

    // Kept out of line: a rental reads the other statics, and code that was compiled ahead of time would test whether these are initialised.
    private static class Unused
    {
        // Of threads that have ended. It is also the lock.
        public static readonly Queue<int> Numbers = new();
        public static int Greatest;
    }
}
