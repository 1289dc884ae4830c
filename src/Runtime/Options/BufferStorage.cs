namespace PooledGen;

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
