using System.Buffers;

namespace PooledGen.Stress;

/// <summary>A pool of the storm, and how its renter is held for the time of other rentals.</summary>
/// <param name="pool">The pool.</param>
/// <param name="maxLength">The longest pooled length.</param>
/// <param name="hold">Rents a length by the renter, lets the worker nest, and ends the rental.</param>
/// <param name="arrays">The arrays of the pool; null if its elements do not lie in ordinary arrays.</param>
/// <param name="mayLeak">Whether rentals may be given up without an end. The pages of a native buffer would never be free again.</param>
internal sealed class StormPool(BufferPool pool, int maxLength, Action<Worker, int> hold, ArrayPool<long>? arrays = null, bool mayLeak = true)
{
    private long _leaks;
    private long _secondDisposes;

    public BufferPool Pool => pool;

    /// <summary>The same pool for owners, writers and lists; null if the storm rents from it by its renter only.</summary>
    public BufferPool<long>? Elements => pool as BufferPool<long>;

    public ArrayPool<long>? Arrays => arrays;

    public bool MayLeak => mayLeak;

    public long Leaks => Volatile.Read(ref _leaks);

    public long SecondDisposes => Volatile.Read(ref _secondDisposes);

    public void CountLeak() => Interlocked.Increment(ref _leaks);

    public void CountSecondDispose() => Interlocked.Increment(ref _secondDisposes);

    public void Hold(Worker worker, int length) => hold(worker, length);

    /// <summary>A length that is mostly short, rarely the longest of the pool, and still more rarely one that is not pooled.</summary>
    public int NextLength(Random random) => random.Next(1000) switch
    {
        0 => maxLength + 1,
        < 10 => random.Next(1, maxLength + 1),
        _ => random.Next(1, Math.Min(maxLength, 80) + 1),
    };

    /// <summary>The statistics as soon as the finalizers of ended threads have brought their buffers back.</summary>
    public PoolStatistics AtRest()
    {
        PoolStatistics statistics = pool.GetStatistics();
        for (int looks = 0; looks < 100 && (LostIn(statistics) != 0 || !IsBalanced(statistics)); looks++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(10);
            statistics = pool.GetStatistics();
        }

        return statistics;
    }

    /// <summary>How many buffers are in use although all rentals ended, but for those that the storm left open on purpose.</summary>
    public long LostIn(PoolStatistics statistics) => statistics.InUse - Leaks;

    /// <summary>Trims the pool, and tells whether it holds no free buffer and no place for one afterwards. No thread may rent meanwhile.</summary>
    public bool KeepsNothingAfterTrim()
    {
        pool.Trim();
        return pool.GetStatistics() is { ReservedBytes: 0, Retained: 0 };
    }

    /// <summary>Whether the pool counted each second dispose, and knows where each buffer is that it ever allocated.</summary>
    public bool IsBalanced(PoolStatistics statistics)
        => statistics.MisuseCount == SecondDisposes
        && statistics.Misses == statistics.InUse + statistics.Retained + statistics.Trimmed + statistics.Dropped + statistics.Evicted;
}
