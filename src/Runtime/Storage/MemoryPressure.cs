namespace PooledGen;

/// <summary>Tells the garbage collector how many bytes of native memory one pool holds. All members may be used from any thread.</summary>
internal sealed class MemoryPressure
{
    private const long Ended = long.MinValue;

    // Ended after RemoveAll.
    private long _bytes;

    /// <summary>The bytes that the collector counts for the pool.</summary>
    public long Bytes => Math.Max(Interlocked.Read(ref _bytes), 0);

    /// <summary>Adds the bytes of a buffer that gets physical memory.</summary>
    public void Add(long bytes)
    {
        if (TryChange(bytes))
            GC.AddMemoryPressure(bytes);
    }

    /// <summary>Removes the bytes of a buffer whose physical memory was given back.</summary>
    public void Remove(long bytes)
    {
        if (TryChange(-bytes))
            GC.RemoveMemoryPressure(bytes);
    }

    /// <summary>
    /// Removes all bytes, and counts none from now on: the pool's finalizer calls it, and a finalizer that runs later may still return a buffer, or rent one
    /// (UnloadTests).
    /// </summary>
    public void RemoveAll()
    {
        long bytes = Interlocked.Exchange(ref _bytes, Ended);
        if (bytes > 0)
            GC.RemoveMemoryPressure(bytes);
    }

    private bool TryChange(long bytes)
    {
        long before;
        do
        {
            before = Interlocked.Read(ref _bytes);
            if (before == Ended)
                return false;
        }
        while (Interlocked.CompareExchange(ref _bytes, before + bytes, before) != before);

        return true;
    }
}
