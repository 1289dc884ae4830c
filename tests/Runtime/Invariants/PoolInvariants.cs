using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Invariants;

/// <summary>
/// What holds for every pool that no thread uses: no node is free in two places, the sentinels are null, the counts agree with the slots, the arrays
/// have the length of their class, what is reserved equals the places, and the statistics equal what a walk finds.
/// </summary>
internal static class PoolInvariants
{
    /// <summary>Fails if a pool contradicts an invariant. No thread may rent from it or return to it meanwhile.</summary>
    /// <param name="pool">The pool.</param>
    /// <param name="inUse">How many buffers are out; null if the caller does not know.</param>
    public static void AssertHold(BufferPool pool, long? inUse = null) => Assert.Empty(CheckPatiently(pool, inUse));

    /// <summary>Finds what contradicts an invariant, for threads on which no test may fail. No thread may use the pool meanwhile.</summary>
    /// <param name="pool">The pool.</param>
    /// <param name="inUse">How many buffers are out; null if the caller does not know.</param>
    /// <returns>One sentence each.</returns>
    public static IReadOnlyList<string> CheckPatiently(BufferPool pool, long? inUse = null)
    {
        // The finalizer of an ended thread may have emptied a stack and not closed it. What is broken stays broken, so a later walk finds it, too.
        IReadOnlyList<string> broken = Check(pool, inUse);
        if (broken.Count > 0)
            Collections.Until(() => (broken = Check(pool, inUse)).Count == 0);

        return broken;
    }

    /// <summary>Finds what contradicts an invariant now.</summary>
    /// <returns>One sentence each.</returns>
    public static IReadOnlyList<string> Check(BufferPool pool, long? inUse = null)
    {
        ThreadRoster roster = PoolParts.RosterOf(pool);
        lock (roster)
        {
            var walk = new PoolWalk(pool);
            VisitStacks(walk, roster);
            walk.VisitTier(PoolParts.CoreTierOf(pool), PoolParts.DepthsOf(pool));
            foreach (PooledNode node in PoolParts.QuarantineOf(pool).Where(static node => !node.IsOversize))
                walk.VisitFree(node, node.SizeClass, "the quarantine");

            CompareBudgets(walk, pool);
            CompareStatistics(walk, pool, inUse);
            return walk.Broken;
        }
    }

    private static void VisitStacks(PoolWalk walk, ThreadRoster roster)
    {
        int thread = 0;
        foreach (RosterEntry share in roster)
        {
            for (int sizeClass = 0; sizeClass < share.Stacks.Length; sizeClass++)
                walk.VisitStack(share.Stacks[sizeClass], sizeClass, $"thread {thread}'s stack of class {sizeClass}");

            thread++;
        }

        ThreadStack closed = roster.ClosedStack;
        walk.Expect(
            (closed.Count, closed.Capacity, closed.ReservedCapacity, closed.Rents) == (0, 0, 0, 0), "The home of new nodes is not empty and closed.");
        walk.Expect(PoolParts.Slot(closed, 0) is null && PoolParts.Slot(closed, 1) is null, "The home of new nodes holds a node.");
    }

    private static void CompareBudgets(PoolWalk walk, BufferPool pool)
    {
        long places = walk.ReservedBytes;
        walk.Expect(pool.ReservedBytes == places, $"{pool.ReservedBytes} bytes are reserved for places of {places} bytes.");

        // The pools of other tests use the shared one.
        if (pool.Trimmer == IdleTrimmer.Shared)
            return;

        long pools = PoolRegistry.Pools.Where(other => other.Trimmer == pool.Trimmer).Sum(static other => other.ReservedBytes);
        long process = pool.Trimmer.RetentionLimit.Reserved;
        walk.Expect(process == pools, $"{process} bytes are reserved for all pools together, which have reserved {pools}.");
    }

    private static void CompareStatistics(PoolWalk walk, BufferPool pool, long? inUse)
    {
        PoolStatistics told = pool.StatisticsAtRest;
        PoolCounters counters = PoolParts.CountersOf(pool);
        long trimmed = walk.Nulled, rents = walk.Rents, lost = 0;
        for (int sizeClass = 0; sizeClass < pool.SizeClassLengths.Count; sizeClass++)
        {
            trimmed += counters.Of(sizeClass).Trimmed;
            lost += counters.Of(sizeClass).Lost;
            rents += counters.Of(sizeClass).RetiredRents + PoolParts.CoreTierOf(pool).CountRents(sizeClass);
        }

        long oversize = counters.OversizeRents - counters.OversizeReturns;
        long accounted = told.Retained + told.Trimmed + told.Dropped + told.Evicted + lost + told.InUse - oversize;
        walk.Expect(told.Retained == walk.Free.Nodes, $"{told.Retained} buffers are said to be retained, and {walk.Free.Nodes} are free.");
        long bytes = walk.Free.Elements * pool.ElementSize;
        walk.Expect(told.RetainedBytes == bytes, $"{told.RetainedBytes} bytes are said to be retained, and {bytes} are.");
        walk.Expect(told.Trimmed == trimmed, $"{told.Trimmed} buffers are said to be trimmed, and {trimmed} were.");
        walk.Expect(told.Hits + told.Misses == rents, $"{told.Hits + told.Misses} rents are told, and the stacks and slots have counted {rents}.");
        walk.Expect(told.Misses == accounted, $"{told.Misses} buffers were made, and {accounted} are accounted for.");
        walk.Expect(inUse is null || told.InUse == inUse, $"{told.InUse} buffers are in use and not {inUse}.");
    }
}
