namespace PooledGen;

/// <summary>
/// The figures of a pool since the process started. Exact while no thread is renting or returning; close to it otherwise. Taking them
/// costs a walk over the free buffers, and renting nothing.
/// </summary>
/// <remarks>
/// A rental of length 0, or one that fitted into the caller's own memory, took nothing from the pool and is not counted.
/// At rest: allocated = in use + retained + trimmed + dropped, not counting oversize buffers.
/// </remarks>
public readonly record struct PoolStatistics
{
    /// <summary>Rentals served, oversize ones included.</summary>
    public long Rents { get; init; }

    /// <summary>Rentals served with a pooled buffer that existed already.</summary>
    public long Hits => Rents - Misses - Oversize;

    /// <summary>Rentals for which a buffer had to be allocated: how many buffers were ever made.</summary>
    public long Misses { get; init; }

    /// <summary>Rentals above <c>MaxLength</c>, each served with an array that is not pooled.</summary>
    public long Oversize { get; init; }

    /// <summary>Buffers rented and not yet returned, oversize ones included. A rental that is never disposed stays counted.</summary>
    public long InUse { get; init; }

    /// <summary>Free buffers that the pool holds.</summary>
    public long Retained { get; init; }

    /// <summary>What the free buffers' elements occupy, in bytes.</summary>
    public long RetainedBytes { get; init; }

    /// <summary>What the elements of all buffers ever made occupy, in bytes, without oversize ones.</summary>
    public long AllocatedBytes { get; init; }

    /// <summary>Free buffers that were let go because somebody asked for it.</summary>
    public long Trimmed { get; init; }

    /// <summary>Returned buffers that were let go because there was no room for them.</summary>
    public long Dropped { get; init; }

    /// <summary>Returns by a handle whose rental was over: a second Dispose, or the Dispose of a copy. None did any harm.</summary>
    /// <remarks>
    /// Disposing a handle that was given up for an owner is no misuse and not counted, unless its buffer was rented and handed over by
    /// somebody else meanwhile: only the rental that was handed over last is remembered.
    /// </remarks>
    public long Misuse { get; init; }
}
