using System.Text;

namespace PooledGen;

/// <summary>
/// The figures of a pool since the process started. They are exact while no thread rents or returns, except in a rare case of <see cref="Trimmed"/>.
/// Otherwise they are close, and figures that count events never decrease. Reading them costs a walk over the free buffers; renting costs nothing more.
/// </summary>
/// <remarks>
/// A rental of length 0, or one that fitted into the caller's own memory, took nothing from the pool and is not counted.
/// At rest: misses = in use + retained + trimmed + dropped + evicted, not counting oversize buffers and those of a budget that were collected without their
/// Dispose; and the same for their bytes. All bytes are those of whole arrays, whatever length was requested.
/// </remarks>
public readonly struct PoolStatistics
{
    /// <summary>Rentals served, oversize ones included.</summary>
    public long Rents => Hits + Misses + Oversize;

    /// <summary>Rentals served with a pooled buffer that existed already.</summary>
    public long Hits { get; internal init; }

    /// <summary>Rentals for which a buffer had to be allocated: the number of pooled buffers ever allocated.</summary>
    public long Misses { get; internal init; }

    /// <summary>Rentals above <c>MaxLength</c>, each served with an array that is not pooled.</summary>
    public long Oversize { get; internal init; }

    /// <summary>The size of all buffers ever rented, in bytes, oversize ones included. A buffer counts each time that it is rented.</summary>
    public long RentedBytes { get; internal init; }

    /// <summary>
    /// Buffers rented and not yet returned, oversize ones included. A rental that is never disposed stays counted, unless a <see cref="BufferBudget"/> limited
    /// it: the garbage collector then gives its bytes back to the budget, and it is counted no more. In the pages of native storage it stays counted.
    /// </summary>
    public long InUse { get; internal init; }

    /// <summary>The size of the buffers in use, in bytes, oversize ones included.</summary>
    public long InUseBytes { get; internal init; }

    /// <summary>Free buffers that the pool holds.</summary>
    public long Retained { get; internal init; }

    /// <summary>The size of the free buffers, in bytes.</summary>
    public long RetainedBytes { get; internal init; }

    /// <summary>The size of all buffers ever allocated, in bytes, without oversize ones.</summary>
    public long AllocatedBytes { get; internal init; }

    /// <summary>The size of all oversize buffers ever allocated, in bytes.</summary>
    public long OversizeBytes { get; internal init; }

    /// <summary>Free buffers that were let go: idle ones, and all of them on request or when memory was scarce.</summary>
    /// <remarks>
    /// Figures that are read while threads rent may rarely count a buffer here that was rented at the very moment when it would have been trimmed.
    /// They do not decrease then: they stay the same until as many buffers were trimmed.
    /// </remarks>
    public long Trimmed { get; internal init; }

    /// <summary>The size of the trimmed buffers, in bytes.</summary>
    public long TrimmedBytes { get; internal init; }

    /// <summary>Returned buffers that were let go because there was no room for them.</summary>
    public long Dropped { get; internal init; }

    /// <summary>The size of the dropped buffers, in bytes.</summary>
    public long DroppedBytes { get; internal init; }

    /// <summary>Returned buffers that were let go because the limit of the pool or of the process was reached (<c>MaxRetainedBytes</c>).</summary>
    public long Evicted { get; internal init; }

    /// <summary>The size of the evicted buffers, in bytes.</summary>
    public long EvictedBytes { get; internal init; }

    /// <summary>
    /// The bytes of <see cref="BufferPool.MaxRetainedBytes"/> that are reserved for free buffers: the retained bytes or more, because the bytes of a buffer
    /// stay reserved while it is rented. At least 0; above <see cref="BufferPool.MaxRetainedBytes"/> only for the moment in which that limit is lowered.
    /// </summary>
    public long ReservedBytes { get; internal init; }

    /// <summary>
    /// The bytes of address space outside the garbage collector's heap that the pool has mapped: those of its rented and free buffers, and of buffers whose
    /// physical memory a trim gave back. They are never unmapped, so the number never falls. 0 unless the storage is <see cref="BufferStorage.Native"/>.
    /// </summary>
    public long MappedBytes { get; internal init; }

    /// <summary>Nodes ever allocated for shares, of 152 bytes each on 64 bits. No budget counts them.</summary>
    /// <remarks>
    /// A buffer keeps its nodes for its next shares, so a figure that goes on growing shows buffers that have more than 1,024 holders at a time: such a
    /// buffer lets go of its nodes when the last holder ends.
    /// </remarks>
    internal long ShareNodes { get; init; }

    /// <summary>Returns by a handle whose rental was over: a second Dispose, or the Dispose of a copy. None did any harm.</summary>
    /// <remarks>
    /// Disposing a handle that was given up for an owner does not count as misuse, unless another holder has rented its buffer and handed it
    /// over meanwhile: the pool remembers only the last rental that was handed over.
    /// </remarks>
    public long MisuseCount { get; internal init; }

    /// <summary>The figures that are not 0.</summary>
    /// <returns>One line.</returns>
    public override string ToString()
    {
        var text = new StringBuilder(FormattableString.Invariant($"{Rents} rents"));
        Add(InUse, InUseBytes, "in use");
        Add(Retained, RetainedBytes, "retained");
        Add(Misses, AllocatedBytes, "allocated");
        Add(Oversize, OversizeBytes, "oversize");
        Add(Trimmed, TrimmedBytes, "trimmed");
        Add(Evicted, EvictedBytes, "evicted");
        Add(Dropped, DroppedBytes, "dropped");
        if (MisuseCount != 0)
            text.Append(FormattableString.Invariant($", {MisuseCount} misused"));

        return text.ToString();

        void Add(long buffers, long bytes, string what)
        {
            if (buffers != 0)
                text.Append(FormattableString.Invariant($", {buffers} {what} ({bytes} bytes)"));
        }
    }

    /// <summary>These figures, or the earlier ones where those were higher: figures that count events never decrease.</summary>
    internal PoolStatistics NotBelow(PoolStatistics earlier) => this with
    {
        Hits = Math.Max(Hits, earlier.Hits),
        Trimmed = Math.Max(Trimmed, earlier.Trimmed),
        TrimmedBytes = Math.Max(TrimmedBytes, earlier.TrimmedBytes),
    };
}
