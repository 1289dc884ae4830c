namespace PooledGen.Diagnostics;

/// <summary>
/// What a pool of the framework has allocated, trimmed and dropped since <see cref="ArrayPoolMeter.Start"/> was called. Rents are not counted. The
/// figures never decrease.
/// </summary>
/// <remarks>Bytes are null where the type of the elements is not known. They are those of whole arrays, whatever length was requested.</remarks>
public readonly record struct ArrayPoolStatistics
{
    /// <summary>
    /// The pool, such as <c>ArrayPool&lt;Byte&gt;.Shared</c>. All pools whose element type is not known are one, with the name <c>other ArrayPools</c>: those
    /// of <c>ArrayPool&lt;T&gt;.Create</c>, and shared ones whose type no loaded assembly names.
    /// </summary>
    public string Name { get; init; }

    /// <summary>The full name of the element type; null if it is not known.</summary>
    public string? Element { get; init; }

    /// <summary>Arrays that the pool allocated because it had no free one of that length.</summary>
    public long Allocated { get; init; }

    /// <summary>The size of the allocated arrays, in bytes.</summary>
    public long? AllocatedBytes { get; init; }

    /// <summary>Arrays that were allocated because the requested length is above the longest that the pool keeps. Their return drops them.</summary>
    public long Oversize { get; init; }

    /// <summary>The size of the oversize arrays, in bytes.</summary>
    public long? OversizeBytes { get; init; }

    /// <summary>Free arrays that <c>Shared</c> let go after a collection, because they were idle or memory was scarce.</summary>
    public long Trimmed { get; init; }

    /// <summary>The size of the trimmed arrays, in bytes.</summary>
    public long? TrimmedBytes { get; init; }

    /// <summary>Returned arrays that were let go because there was no room for them. Oversize ones are not counted.</summary>
    public long Dropped { get; init; }

    /// <summary>The size of the dropped arrays, in bytes.</summary>
    public long? DroppedBytes { get; init; }
}
