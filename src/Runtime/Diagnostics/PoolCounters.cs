namespace PooledGen;

/// <summary>
/// The slow path's counters of one pool. Rents and returns on a thread's stack are not counted: they follow from the stacks' states
/// (<see cref="StatisticsSnapshot{T}"/>). Any thread may use a member that does not say otherwise.
/// </summary>
internal sealed class PoolCounters(int sizeClasses)
{
    private readonly ClassCounters[] _classes = new ClassCounters[sizeClasses];
    private long _oversizeRents;
    private long _oversizeRentedElements;
    private long _oversizeReturns;
    private long _oversizeReturnedElements;
    private long _misuse;

    /// <summary>The counters of one size class, for reading.</summary>
    public ref ClassCounters Of(int sizeClass) => ref _classes[sizeClass];

    public long OversizeRents => Interlocked.Read(ref _oversizeRents);

    public long OversizeRentedElements => Interlocked.Read(ref _oversizeRentedElements);

    public long OversizeReturns => Interlocked.Read(ref _oversizeReturns);

    public long OversizeReturnedElements => Interlocked.Read(ref _oversizeReturnedElements);

    public long Misuse => Interlocked.Read(ref _misuse);

    public void CountAllocated(int sizeClass) => Interlocked.Increment(ref _classes[sizeClass].Allocated);

    public void CountTrimmed(int sizeClass, int nodes)
    {
        if (nodes > 0)
            Interlocked.Add(ref _classes[sizeClass].Trimmed, nodes);
    }

    public void CountDropped(int sizeClass) => Interlocked.Increment(ref _classes[sizeClass].Dropped);

    public void CountEvicted(int sizeClass) => Interlocked.Increment(ref _classes[sizeClass].Evicted);

    public void CountOversizeRent(int length)
    {
        Interlocked.Increment(ref _oversizeRents);
        Interlocked.Add(ref _oversizeRentedElements, length);
    }

    public void CountOversizeReturn(int length)
    {
        Interlocked.Increment(ref _oversizeReturns);
        Interlocked.Add(ref _oversizeReturnedElements, length);
    }

    public void CountMisuse() => Interlocked.Increment(ref _misuse);

    /// <summary>Adds the rents of an ended thread. The caller holds the roster's lock, under which the thread
    /// also leaves the roster: no count sees its rents twice, or not at all.</summary>
    public void AddRetiredRents(int sizeClass, long rents) => _classes[sizeClass].RetiredRents += rents;
}
