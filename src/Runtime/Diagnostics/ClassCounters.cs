namespace PooledGen;

/// <summary>The slow path's counters of one size class. Rents and returns are not counted: they follow from the states of the stacks and slots.</summary>
internal struct ClassCounters
{
    /// <summary>Buffers allocated.</summary>
    public long Allocated;

    /// <summary>Free buffers trimmed on request or because they were idle. One that was taken from a thread counts when the thread finds it missing.</summary>
    public long Trimmed;

    /// <summary>Returned buffers let go because there was no room.</summary>
    public long Dropped;

    /// <summary>Returned buffers let go because a budget was used up.</summary>
    public long Evicted;

    /// <summary>The rents of ended threads. Guarded by the roster's lock.</summary>
    public long RetiredRents;
}
