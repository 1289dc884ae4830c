using PooledGen.CompilerServices;

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

    /// <summary>Returned buffers let go because a budget was used up.</summary>
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

/// <summary>Adds up the statistics of one pool from its counters and from the nodes that are still there.</summary>
internal readonly ref struct StatisticsSnapshot(
    SizeClasses sizeClasses, int elementSize, PoolCounters counters, ThreadRoster roster, CoreTier coreTier, PoolWatch? watch)
{
    // No counter counts returns or the nodes that a trimmer takes from a thread: both follow from the nodes that are still there. While threads rent, the
    // order of the reads makes derived counts too low, never too high (StatisticsUnderLoadTests). One exception: a node that a trimmer took out of a slot is
    // not gone if its thread had just read it and is about to rent it. Called under the roster's lock.
    public PoolStatistics Take()
    {
        Tally rented = default, allocated = default, retained = default, trimmed = default, missing = default;
        Tally dropped = default, evicted = default, lost = default;
        for (int sizeClass = 0; sizeClass < sizeClasses.Count; sizeClass++)
        {
            ref ClassCounters counted = ref counters.Of(sizeClass);
            long length = sizeClasses.Length(sizeClass);

            // Read before the stacks: a node that a thread finds missing meanwhile must not be counted twice.
            trimmed.Add(Interlocked.Read(ref counted.Trimmed), length);
            rented.Add(counted.RetiredRents, length);
            rented.Add(coreTier.CountRents(sizeClass), length);
            retained.Add(coreTier.CountNodes(sizeClass), length);
            retained.Add(watch?.CountQuarantined(sizeClass) ?? 0, length);
            foreach (RosterEntry thread in roster)
            {
                ThreadStack stack = thread.Stacks[sizeClass];
                (int free, int nulled, bool isSteady) = stack.CountSlots();
                rented.Add(stack.Rents, length);
                retained.Add(free, length);
                (isSteady ? ref trimmed : ref missing).Add(nulled, length);
            }

            // Read after the stacks, because a thread counts a miss before the rent that it serves.
            allocated.Add(Interlocked.Read(ref counted.Allocated), length);
            dropped.Add(Interlocked.Read(ref counted.Dropped), length);
            evicted.Add(Interlocked.Read(ref counted.Evicted), length);
            lost.Add(Interlocked.Read(ref counted.Lost), length);
        }

        long oversize = counters.OversizeRents;
        long oversizeElements = counters.OversizeRentedElements;
        long inUse = allocated.Buffers - retained.Buffers - trimmed.Buffers - missing.Buffers - dropped.Buffers - evicted.Buffers
            - lost.Buffers + oversize - counters.OversizeReturns;
        long elementsInUse = allocated.Elements - retained.Elements - trimmed.Elements - missing.Elements - dropped.Elements - evicted.Elements
            - lost.Elements + oversizeElements - counters.OversizeReturnedElements;
        return new PoolStatistics
        {
            Hits = rented.Buffers - allocated.Buffers,
            Misses = allocated.Buffers,
            Oversize = oversize,
            RentedBytes = Bytes(rented.Elements + oversizeElements),
            InUse = Math.Max(inUse, 0),
            InUseBytes = Bytes(Math.Max(elementsInUse, 0)),
            Retained = retained.Buffers,
            RetainedBytes = Bytes(retained.Elements),
            AllocatedBytes = Bytes(allocated.Elements),
            OversizeBytes = Bytes(oversizeElements),
            Trimmed = trimmed.Buffers,
            TrimmedBytes = Bytes(trimmed.Elements),
            Dropped = dropped.Buffers,
            DroppedBytes = Bytes(dropped.Elements),
            Evicted = evicted.Buffers,
            EvictedBytes = Bytes(evicted.Elements),
            ShareNodes = counters.ShareNodes,
            Misuse = counters.Misuse,
        };
    }

    private long Bytes(long elements) => elements * elementSize;

    /// <summary>Buffers, and the elements in them.</summary>
    private struct Tally
    {
        public long Buffers;
        public long Elements;

        public void Add(long buffers, long length)
        {
            Buffers += buffers;
            Elements += buffers * length;
        }
    }
}
