namespace PooledGen;

/// <summary>Tells the garbage collector how many bytes of native memory one pool holds. All members may be used from any thread.</summary>
internal sealed class MemoryPressure
{
    private long _bytes;

    /// <summary>The bytes that the collector counts for the pool.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>Adds the bytes of a buffer that gets physical memory.</summary>
    public void Add(long bytes)
    {
        Interlocked.Add(ref _bytes, bytes);
        GC.AddMemoryPressure(bytes);
    }

    /// <summary>Removes the bytes of a buffer whose physical memory was given back.</summary>
    public void Remove(long bytes)
    {
        Interlocked.Add(ref _bytes, -bytes);
        GC.RemoveMemoryPressure(bytes);
    }

    /// <summary>Removes all bytes. No thread uses the pool any more.</summary>
    public void RemoveAll()
    {
        long bytes = Bytes;
        if (bytes > 0)
            Remove(bytes);
    }
}
