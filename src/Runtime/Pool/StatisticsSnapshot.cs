using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Adds up the statistics of one pool from its counters and from the nodes that are still there.</summary>
internal readonly ref struct StatisticsSnapshot(
    SizeClasses sizeClasses, int elementSize, PoolCounters counters, ThreadRoster roster, CoreTier coreTier, RentalWatch? watch)
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
            MisuseCount = counters.Misuse,
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
