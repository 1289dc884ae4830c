using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

public sealed partial class BufferPool<T>
{
    private readonly ClassCounters[] _counters;
    private Counter _oversizeRents;
    private Counter _oversizeRentedElements;
    private Counter _oversizeReturns;
    private Counter _oversizeReturnedElements;
    private Counter _misuse;

    // What was told last, under the lock: a count never goes back.
    private PoolStatistics _told;

    /// <inheritdoc/>
    public override PoolStatistics Statistics
    {
        get
        {
            using (Uninterrupted.Lock(_threads))
                return _told = Count().NotBelow(_told);
        }
    }

    /// <summary>The figures without regard to what was told before: exact at rest.</summary>
    internal PoolStatistics StatisticsAtRest
    {
        get
        {
            using (Uninterrupted.Lock(_threads))
                return Count();
        }
    }

    // Nobody counts returns, and nobody counts what a trimmer takes from a thread: both follow from what is still there. What is read while
    // threads rent is read so that derived counts come out too low, never too high: StatisticsUnderLoadTests. One exception: what a trimmer took
    // out of a slot is not gone where its thread had just read it and is about to rent it. Under the lock.
    private PoolStatistics Count()
    {
        Tally rented = default, allocated = default, retained = default, trimmed = default, missing = default, dropped = default, evicted = default;
        for (int sizeClass = 0; sizeClass < _counters.Length; sizeClass++)
        {
            ref ClassCounters counters = ref _counters[sizeClass];
            long length = _sizeClasses.Length(sizeClass);

            // Before the stacks: what a thread finds missing meanwhile must not be counted twice.
            trimmed.Add(counters.Trimmed.Value, length);
            rented.Add(counters.RetiredRents, length);
            retained.Add(_coreTier.Census(sizeClass), length);
            retained.Add(_quarantine.Census(sizeClass, MaxLength), length);
            foreach (ThreadShare<T> thread in _threads)
            {
                ThreadStack<T> stack = thread.Stacks[sizeClass];
                (int free, int nulled, bool isSteady) = stack.Census();
                rented.Add(stack.Rents, length);
                retained.Add(free, length);
                (isSteady ? ref trimmed : ref missing).Add(nulled, length);
            }

            // After the stacks: a miss is counted before the rent that it serves.
            allocated.Add(counters.Allocated.Value, length);
            dropped.Add(counters.Dropped.Value, length);
            evicted.Add(counters.Evicted.Value, length);
        }

        long oversize = _oversizeRents.Value;
        long oversizeElements = _oversizeRentedElements.Value;
        long inUse = allocated.Buffers - retained.Buffers - trimmed.Buffers - missing.Buffers - dropped.Buffers - evicted.Buffers
            + oversize - _oversizeReturns.Value;
        long elementsInUse = allocated.Elements - retained.Elements - trimmed.Elements - missing.Elements - dropped.Elements - evicted.Elements
            + oversizeElements - _oversizeReturnedElements.Value;
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
            Misuse = _misuse.Value,
        };
    }

    private static long Bytes(long elements) => elements * Unsafe.SizeOf<T>();

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
