using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;

namespace PooledGen;

/// <summary>
/// Follows the arrays of the framework's pools while an <see cref="ArrayPoolCheck"/> is open. The framework calls it on the thread that rents or returns,
/// inside of Rent and Return and so under any lock of their caller. So no foreign code runs under its lock, and nothing is formatted there.
/// </summary>
/// <remarks>
/// <para><b>An array is known by its pool, hash and length.</b> Two arrays may have all three in common, so a key has a list of open rentals and no
/// flag. Only a return without an open rental is a second return.</para>
/// <para><b>Events may be out of order.</b> A pool of <c>ArrayPool.Create</c> announces a return when the array is free already. Another thread may rent
/// it and announce that first. The key then has two open rentals, and the return that arrives late ends the older one
/// (<c>ArrayPoolStormTests</c>).</para>
/// </remarks>
internal sealed class ArrayPoolWatch : EventListener
{
    // Stacks of returns are taken as long as stacks take a third of the time, and those of rents up to two thirds. So the code takes three times as long at
    // most, and the stacks of rents, which all findings have, are the last to be missing.
    private const double StackShareOfReturns = 1 / 3.0;
    private const double StackShareOfRents = 2 / 3.0;

    // A free array is remembered so that its second return is seen. The limit bounds the memory for arrays that the pools have dropped.
    internal const int MaxFreeArrays = 65_536;

    // The open checks, in the order in which they were opened. Only Open and Close take this lock, before any other: a listener is created under it,
    // which takes the lock of all listeners.
    private static readonly List<ArrayPoolCheck> s_open = [];
    private static ArrayPoolWatch? s_watch;

    // This dictionary is also the lock of the arrays. Events take it.
    private static readonly Dictionary<(int Pool, int Hash, int Length), WatchedArray> s_arrays = [];
    private static int s_freeArrays;
    private static int s_rents;
    private static int s_rentsWithoutStack;

    private static volatile ArrayPoolCheck? s_newest;
    private static long s_begin;
    private static long s_ticksForStacks;

    // What an event handler calls may rent, for example to load an assembly. Without this flag the handler could call itself for ever.
    [ThreadStatic]
    private static bool t_isInside;

    // A pool announces a drop after the return, and `Shared` announces an allocation after its rent, on the same thread.
    [ThreadStatic]
    private static ArrayCallSite? t_lastSite;

    [ThreadStatic]
    private static int t_lastHash;

    // A pool of `ArrayPool.Create` announces an allocation before its rent.
    [ThreadStatic]
    private static bool t_isAllocated;

    private volatile bool _hasSeenAnEvent;

    /// <summary>A sentence that says how many rentals have no stack; null if all of them have one.</summary>
    public static string? MissingStacks
    {
        get
        {
            using (Uninterrupted.Lock(s_arrays))
            {
                return s_rentsWithoutStack == 0
                    ? null
                    : $"{s_rentsWithoutStack} of {s_rents} rentals have no stack, so that the check does not take more time than the code. "
                        + "Check less at once to see all.";
            }
        }
    }

    /// <summary>Begins to follow arrays for a check.</summary>
    /// <exception cref="NotSupportedException">The pools of this process raise no events.</exception>
    public static void Open(ArrayPoolCheck check)
    {
        using (Uninterrupted.Lock(s_open))
        {
            if (s_open.Count == 0)
                Start();

            s_open.Add(check);
            s_newest = check;
        }
    }

    /// <summary>Ends a check: arrays that are rented from now on do not belong to it.</summary>
    /// <returns>Its arrays that are still rented; null if it was closed before.</returns>
    public static List<ArrayRental>? Close(ArrayPoolCheck check)
    {
        using (Uninterrupted.Lock(s_open))
        {
            if (!s_open.Remove(check))
                return null;

            s_newest = s_open.Count == 0 ? null : s_open[^1];
            List<ArrayRental> unreturned = TakeUnreturned(check);
            if (s_open.Count == 0)
                Stop();

            return unreturned;
        }
    }

    /// <summary>
    /// Takes the rentals of a check that are not over, in the order in which they began. The caller reports them; they are not reported again.
    /// </summary>
    public static List<ArrayRental> TakeUnreturned(ArrayPoolCheck check)
    {
        List<ArrayRental> unreturned = [];
        using (Uninterrupted.Lock(s_arrays))
        {
            foreach (WatchedArray array in s_arrays.Values)
                unreturned.AddRange(array.Open.Where(rental => rental.Check == check));

            foreach (ArrayRental rental in unreturned)
                rental.Check = null;
        }

        unreturned.Sort(static (x, y) => x.Number.CompareTo(y.Number));
        return unreturned;
    }

    protected override void OnEventSourceCreated(EventSource source)
    {
        if (source.Name == "System.Buffers.ArrayPoolEventSource")
            EnableEvents(source, EventLevel.Verbose);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        _hasSeenAnEvent = true;
        if (t_isInside || s_newest is not { } check || eventData.Payload is not [int hash, int length, int pool, ..] payload)
            return;

        t_isInside = true;
        try
        {
            switch (eventData.EventName)
            {
                case "BufferRented":
                    (t_lastHash, t_lastSite) = (hash, TakeStack(StackShareOfRents));
                    Rented(check, (pool, hash, length));
                    break;
                case "BufferReturned":
                    (t_lastHash, t_lastSite) = (hash, TakeStack(StackShareOfReturns));
                    Returned(check, (pool, hash, length));
                    break;
                case "BufferAllocated" when hash == t_lastHash:
                    check.Count(IsTooLong(payload) ? ArrayPoolNoteKind.TooLong : ArrayPoolNoteKind.Allocated, t_lastSite);
                    break;
                case "BufferAllocated":
                    t_isAllocated = true;
                    break;
                case "BufferDropped":
                    check.Count(ArrayPoolNoteKind.Dropped, t_lastSite);
                    break;
            }
        }
        finally
        {
            t_isInside = false;
        }
    }

    // The framework's reasons for an allocation: 0 pooled, 1 over the maximum size, 2 no free array.
    private static bool IsTooLong(IReadOnlyList<object?> payload) => Convert.ToInt32(payload[4], CultureInfo.InvariantCulture) == 1;

    private static void Start()
    {
        // The first rental of a process creates the pools' event source, under a lock that the constructor of a listener takes too.
        ProbeRental();
        s_watch = new ArrayPoolWatch();
        ProbeRental();
        if (!s_watch._hasSeenAnEvent)
        {
            Stop();
            throw new NotSupportedException(
                "PooledBuffers.CheckArrayPools() needs the events of System.Buffers.ArrayPoolEventSource, and this process raises none. "
                + "Set EventSourceSupport to true in the project file; NativeAOT sets it to false.");
        }

        (s_begin, s_ticksForStacks) = (Stopwatch.GetTimestamp(), 0);
        (s_rents, s_rentsWithoutStack) = (0, 0);
    }

    private static void ProbeRental() => ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(1));

    private static void Stop()
    {
        s_watch?.Dispose();
        s_watch = null;
        using (Uninterrupted.Lock(s_arrays))
        {
            s_arrays.Clear();
            s_freeArrays = 0;
        }

        ArrayCallSite.ForgetAll();
    }

    // One second is added to the time, so that a short test has all stacks.
    private static ArrayCallSite? TakeStack(double shareOfTime)
    {
        long start = Stopwatch.GetTimestamp();
        return Volatile.Read(ref s_ticksForStacks) > shareOfTime * (start - s_begin + Stopwatch.Frequency) ? null : TakeStack(start);
    }

    private static ArrayCallSite TakeStack(long start)
    {
        // An interrupt that ends a wait for a lock here is meant for the caller's own waits.
        ArrayCallSite site = Uninterrupted.Run(static _ => ArrayCallSite.Capture(), 0);
        Interlocked.Add(ref s_ticksForStacks, Stopwatch.GetTimestamp() - start);
        return site;
    }

    private static void Rented(ArrayPoolCheck check, (int Pool, int Hash, int Length) key)
    {
        if (t_isAllocated)
        {
            t_isAllocated = false;
            check.Count(ArrayPoolNoteKind.Allocated, t_lastSite);
        }

        using (Uninterrupted.Lock(s_arrays))
        {
            s_rents++;
            if (t_lastSite is null)
                s_rentsWithoutStack++;

            if (!s_arrays.TryGetValue(key, out WatchedArray? array))
                s_arrays.Add(key, array = new WatchedArray());
            else if (array.Open.Count == 0)
                s_freeArrays--;

            array.Open.Add(new ArrayRental(s_rents, key.Length, check, t_lastSite));
        }
    }

    private static void Returned(ArrayPoolCheck check, (int Pool, int Hash, int Length) key)
    {
        ArrayRental? returnedBefore = null;
        using (Uninterrupted.Lock(s_arrays))
        {
            if (!s_arrays.TryGetValue(key, out WatchedArray? array))
            {
                check.Count(ArrayPoolNoteKind.UnknownArrayReturned, t_lastSite);
                s_arrays.Add(key, array = new WatchedArray());
                array.Open.Add(new ArrayRental(0, key.Length, null, null));
            }

            if (array.Open.Count == 0)
            {
                returnedBefore = array.Last;
            }
            else
            {
                array.Last = array.Open[0];
                array.Last.End(t_lastSite);
                array.Open.RemoveAt(0);
                if (array.Open.Count == 0 && ++s_freeArrays > MaxFreeArrays)
                    ForgetFreeArrays();
            }
        }

        // A second return is rare and has a stack in any case.
        if (returnedBefore is not null)
            check.Add(returnedBefore.ToDoubleReturn(t_lastSite ??= TakeStack(Stopwatch.GetTimestamp())));
    }

    private static void ForgetFreeArrays()
    {
        foreach (KeyValuePair<(int Pool, int Hash, int Length), WatchedArray> entry in s_arrays)
        {
            if (entry.Value.Open.Count == 0)
                s_arrays.Remove(entry.Key);
        }

        s_freeArrays = 0;
    }

    /// <summary>The arrays of one key. Guarded by the watch's lock.</summary>
    private sealed class WatchedArray
    {
        /// <summary>The rentals that are not over, oldest first. More than one if arrays have the same hash, or if a return is announced late.</summary>
        public List<ArrayRental> Open { get; } = new(1);

        /// <summary>The rental that ended last; null until one has ended.</summary>
        public ArrayRental? Last { get; set; }
    }
}

/// <summary>One rental of an array from a pool of the framework. Guarded by the lock of <see cref="ArrayPoolWatch"/>.</summary>
/// <param name="number">The number of the rental: 1 for the first; 0 if the check did not see it begin.</param>
/// <param name="length">The length of the array.</param>
/// <param name="check">The check that the rental belongs to; null if it has none.</param>
/// <param name="site">The stack of the rent; null if it was not taken.</param>
internal sealed class ArrayRental(int number, int length, ArrayPoolCheck? check, ArrayCallSite? site)
{
    private readonly int _rentingThread = Environment.CurrentManagedThreadId;
    private ArrayCallSite? _returned;
    private int _returningThread;

    public int Number => number;

    public ArrayCallSite? Site => site;

    /// <summary>The check that has to report the array if it is not returned; null once it has, and after the return.</summary>
    public ArrayPoolCheck? Check { get; set; } = check;

    /// <summary>Records the return, by the calling thread.</summary>
    public void End(ArrayCallSite? returned)
    {
        Check = null;
        _returned = returned;
        _returningThread = Environment.CurrentManagedThreadId;
    }

    /// <summary>The finding that the array was not returned, even if another thread returns it after the check has judged.</summary>
    public PoolMisuse ToLeak() => ToFinding(PoolMisuseKind.Leak, returned: null, again: null);

    /// <summary>The finding that the calling thread has returned the array again.</summary>
    public PoolMisuse ToDoubleReturn(ArrayCallSite again) => ToFinding(PoolMisuseKind.DoubleReturn, _returned, again);

    private PoolMisuse ToFinding(PoolMisuseKind kind, ArrayCallSite? returned, ArrayCallSite? again)
        => new(kind, PoolMisuse.ArrayPoolName)
        {
            Length = length,
            Capacity = length,
            Rented = CallSite(site, _rentingThread),
            Returned = CallSite(returned, _returningThread),
            DisposedAgain = CallSite(again, Environment.CurrentManagedThreadId),
        };

    private static PoolCallSite? CallSite(ArrayCallSite? site, int thread) => site is null ? null : new PoolCallSite(thread, site.Lines);
}
