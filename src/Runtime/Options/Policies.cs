namespace PooledGen;

/// <summary>When the elements of a rented buffer are set to <c>default</c>. The policies exclude one another.</summary>
// Numbered like flags, so that a combination of two policies is no policy, which PG0015 reports.
public enum ClearPolicy
{
    /// <summary>
    /// On return if the elements hold references, so that the pool keeps no object alive; otherwise never: a rented buffer of
    /// plain values holds arbitrary earlier contents.
    /// </summary>
    Auto,

    /// <summary>Never, not even references: the objects that they refer to stay alive until the element is overwritten.</summary>
    Never,

    /// <summary>
    /// On return, for secrets: a renter clears its length, an owner or a writer the whole array. Memory of the caller's own that a renter or a writer used is
    /// cleared, too.
    /// </summary>
    OnReturn,

    /// <summary>On rent, the rented length: the buffer always starts as zeros. References are cleared on return as well.</summary>
    OnRent = 4,
}

/// <summary>The policy for a request above <see cref="PooledBufferOptionsAttribute.MaxLength"/>.</summary>
public enum OversizePolicy
{
    /// <summary>An array of exactly that length that is never pooled. Counted in <see cref="PoolStatistics.Oversize"/>.</summary>
    Allocate,

    /// <summary>An <see cref="ArgumentOutOfRangeException"/> that names the type, the length and the maximum.</summary>
    Throw,
}

/// <summary>Where the elements of pooled buffers lie.</summary>
public enum BufferStorage
{
    /// <summary>In ordinary arrays, which the garbage collector may move.</summary>
    Array,

    /// <summary>
    /// In arrays that the garbage collector never moves. The address of a rental is stable, for native code and for the operating system, without a
    /// <c>fixed</c> statement. Unmanaged elements only; .NET 8 and later.
    /// </summary>
    Pinned,

    /// <summary>
    /// In memory outside the garbage collector's heap: whole pages of the operating system, for large buffers. There is no array. Unmanaged elements only;
    /// .NET 8 and later.
    /// </summary>
    Native,
}
