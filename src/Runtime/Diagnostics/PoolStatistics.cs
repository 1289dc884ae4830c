namespace PooledGen;

/// <summary>
/// The figures of a pool since the process started. Exact while no thread is renting or returning, nor just ended: its free buffers are then
/// on their way to others, and shortly counted as in use. Otherwise close to it, and what counts events never goes back. Taking them costs a walk
/// over the free buffers, and renting nothing.
/// </summary>
/// <remarks>
/// A rental of length 0, or one that fitted into the caller's own memory, took nothing from the pool and is not counted.
/// At rest: misses = in use + retained + trimmed + dropped + evicted, not counting oversize buffers; and the same for their bytes. All bytes
/// are those of whole arrays, whatever part of them was asked for.
/// </remarks>
public readonly record struct PoolStatistics
{
    /// <summary>Rentals served, oversize ones included.</summary>
    public long Rents => Hits + Misses + Oversize;

    /// <summary>Rentals served with a pooled buffer that existed already.</summary>
    public long Hits { get; init; }

    /// <summary>Rentals for which a buffer had to be allocated: how many buffers were ever made.</summary>
    public long Misses { get; init; }

    /// <summary>Rentals above <c>MaxLength</c>, each served with an array that is not pooled.</summary>
    public long Oversize { get; init; }

    /// <summary>What all buffers ever rented occupied, in bytes, oversize ones included. A buffer counts each time that it is rented.</summary>
    public long RentedBytes { get; init; }

    /// <summary>Buffers rented and not yet returned, oversize ones included. A rental that is never disposed stays counted.</summary>
    public long InUse { get; init; }

    /// <summary>What the buffers in use occupy, in bytes, oversize ones included.</summary>
    public long InUseBytes { get; init; }

    /// <summary>Free buffers that the pool holds.</summary>
    public long Retained { get; init; }

    /// <summary>What the free buffers' elements occupy, in bytes.</summary>
    public long RetainedBytes { get; init; }

    /// <summary>What the elements of all buffers ever made occupy, in bytes, without oversize ones.</summary>
    public long AllocatedBytes { get; init; }

    /// <summary>What the elements of all oversize buffers ever made occupied, in bytes.</summary>
    public long OversizeBytes { get; init; }

    /// <summary>Free buffers that were let go: idle ones, and all of them where somebody asked for it or memory was scarce.</summary>
    /// <remarks>
    /// Figures that are read while threads rent may rarely count a buffer here that was rented at the very moment when it would have been trimmed.
    /// They do not go back then: they stand still until as many were trimmed.
    /// </remarks>
    public long Trimmed { get; init; }

    /// <summary>What the trimmed buffers occupied, in bytes.</summary>
    public long TrimmedBytes { get; init; }

    /// <summary>Returned buffers that were let go because there was no room for them.</summary>
    public long Dropped { get; init; }

    /// <summary>What the dropped buffers occupied, in bytes.</summary>
    public long DroppedBytes { get; init; }

    /// <summary>Returned buffers that were let go because a budget was used up, the pool's or the process's.</summary>
    public long Evicted { get; init; }

    /// <summary>What the evicted buffers occupied, in bytes.</summary>
    public long EvictedBytes { get; init; }

    /// <summary>Returns by a handle whose rental was over: a second Dispose, or the Dispose of a copy. None did any harm.</summary>
    /// <remarks>
    /// Disposing a handle that was given up for an owner is no misuse and not counted, unless its buffer was rented and handed over by
    /// somebody else meanwhile: only the rental that was handed over last is remembered.
    /// </remarks>
    public long Misuse { get; init; }

    /// <summary>These figures, and the earlier ones where those were ahead: what counts events never goes back.</summary>
    internal PoolStatistics NotBelow(PoolStatistics earlier) => this with
    {
        Hits = Math.Max(Hits, earlier.Hits),
        Trimmed = Math.Max(Trimmed, earlier.Trimmed),
        TrimmedBytes = Math.Max(TrimmedBytes, earlier.TrimmedBytes),
    };
}
