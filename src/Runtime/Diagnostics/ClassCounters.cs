namespace PooledGen;

/// <summary>What the slow path counts of one size class. Rents and returns are not counted: they follow from the stacks' states.</summary>
internal struct ClassCounters
{
    /// <summary>Buffers made.</summary>
    public long Allocated;

    /// <summary>Free buffers let go on request, or because they were idle. What was taken from a thread is counted when the thread finds it missing.</summary>
    public long Trimmed;

    /// <summary>Returned buffers let go for want of room.</summary>
    public long Dropped;

    /// <summary>Returned buffers let go for want of budget.</summary>
    public long Evicted;

    /// <summary>What ended threads had rented. Under the roster's lock.</summary>
    public long RetiredRents;
}
