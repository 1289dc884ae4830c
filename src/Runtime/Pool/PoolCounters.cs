namespace PooledGen;

/// <summary>
/// The slow path's counters of one pool. Rents and returns on a thread's stack are not counted: they follow from the stacks' states
/// (<see cref="StatisticsSnapshot"/>). Any thread may use a member that does not say otherwise.
/// </summary>
internal sealed class PoolCounters(int sizeClasses)
{
    private readonly ClassCounters[] _classes = new ClassCounters[sizeClasses];
    private long _oversizeRents;
    private long _oversizeRentedElements;
    private long _oversizeReturns;
    private long _oversizeReturnedElements;
    private long _shareNodes;
    private long _misuse;

    /// <summary>The counters of one size class, for reading.</summary>
    public ref ClassCounters Of(int sizeClass) => ref _classes[sizeClass];

    public long OversizeRents => Interlocked.Read(ref _oversizeRents);

    public long OversizeRentedElements => Interlocked.Read(ref _oversizeRentedElements);

    public long OversizeReturns => Interlocked.Read(ref _oversizeReturns);

    public long OversizeReturnedElements => Interlocked.Read(ref _oversizeReturnedElements);

    public long ShareNodes => Interlocked.Read(ref _shareNodes);

    public long Misuse => Interlocked.Read(ref _misuse);

    public void CountAllocated(int sizeClass) => Interlocked.Increment(ref _classes[sizeClass].Allocated);

    public void CountTrimmed(int sizeClass, int nodes)
    {
        if (nodes > 0)
            Interlocked.Add(ref _classes[sizeClass].Trimmed, nodes);
    }

    public void CountDropped(int sizeClass) => Interlocked.Increment(ref _classes[sizeClass].Dropped);

    public void CountEvicted(int sizeClass) => Interlocked.Increment(ref _classes[sizeClass].Evicted);

    public void CountLost(int sizeClass, int buffers) => Interlocked.Add(ref _classes[sizeClass].Lost, buffers);

    public void CountOversizeRent(int length)
    {
        Interlocked.Increment(ref _oversizeRents);
        Interlocked.Add(ref _oversizeRentedElements, length);
    }

    public void CountOversizeReturn(int length, int buffers = 1)
    {
        Interlocked.Add(ref _oversizeReturns, buffers);
        Interlocked.Add(ref _oversizeReturnedElements, (long)buffers * length);
    }

    public void CountShareNode() => Interlocked.Increment(ref _shareNodes);

    public void CountMisuse() => Interlocked.Increment(ref _misuse);

    /// <summary>Adds the rents of an ended thread. The caller holds the roster's lock, under which the thread
    /// also leaves the roster: no count sees its rents twice, or not at all.</summary>
    public void AddRetiredRents(int sizeClass, long rents) => _classes[sizeClass].RetiredRents += rents;
}

/// <summary>The slow path's counters of one size class. Rents and returns are not counted: they follow from the states of the stacks and slots.</summary>
internal struct ClassCounters
{
    /// <summary>Buffers allocated.</summary>
    public long Allocated;

    /// <summary>Free buffers trimmed on request or because they were idle. A slot nulled by a trimmer counts when its thread next reaches it.</summary>
    public long Trimmed;

    /// <summary>Returned buffers let go because there was no room.</summary>
    public long Dropped;

    /// <summary>Returned buffers let go because a limit was reached.</summary>
    public long Evicted;

    /// <summary>Buffers of a budget that were collected while they were rented. One less for each of them that a finalizer returns all the same.</summary>
    public long Lost;

    /// <summary>The rents of ended threads. Guarded by the roster's lock.</summary>
    public long RetiredRents;
}

/// <summary>What the slots of a thread's stack hold. Not a tuple, because .NET Framework has none before 4.7.</summary>
/// <param name="Retained">Slots in use that hold a free node.</param>
/// <param name="Trimmed">Slots in use that trimming has nulled.</param>
/// <param name="IsSteady">The owner changed nothing meanwhile, so the figures are exact.</param>
internal readonly record struct StackCounts(int Retained, int Trimmed, bool IsSteady);
