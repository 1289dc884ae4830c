using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>The number of bytes that may be retained, and the number that is reserved of it. Any thread may use it.</summary>
/// <param name="max">The number of bytes that may be reserved.</param>
/// <param name="whole">The limit of all pools, which each byte must fit into as well; null if this is that one.</param>
/// <param name="pool">The pool whose limit this is; null for that of all pools.</param>
internal sealed class RetentionLimit(long max, RetentionLimit? whole = null, BufferPool? pool = null)
{
    private long _max = max;
    private long _reserved;

    /// <summary>The number of bytes that may be reserved. Lowering it releases no bytes: the caller must do that.</summary>
    public long Max
    {
        get => Interlocked.Read(ref _max);
        set => Interlocked.Exchange(ref _max, value);
    }

    public long Reserved => Interlocked.Read(ref _reserved);

    /// <summary>Whether this limit has room now, whatever that of all pools has.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Allows(long bytes) => Interlocked.Read(ref _reserved) + bytes <= Interlocked.Read(ref _max);

    /// <summary>Reserves bytes here and in the limit of all pools, if both have room.</summary>
    public bool TryReserve(long bytes)
    {
        long before;
        do
        {
            before = Interlocked.Read(ref _reserved);
            if (before + bytes > Interlocked.Read(ref _max))
                return false;
        }
        while (Interlocked.CompareExchange(ref _reserved, before + bytes, before) != before);

        // Checks again: a thread that lowers the maximum looks at the reserved bytes later, so either it sees our bytes or we see the new maximum.
        // Broken by leaving it out: CloseStormTests.
        if (before + bytes <= Interlocked.Read(ref _max) && whole?.TryReserve(bytes) != false)
            return true;

        Interlocked.Add(ref _reserved, -bytes);
        return false;
    }

    /// <summary>Releases bytes that are reserved and needed no more.</summary>
    public void Release(long bytes)
    {
        Interlocked.Add(ref _reserved, -bytes);
        if (whole is not null && Max >= 0)
            whole.Release(bytes);
    }

    /// <summary>
    /// Ends the pool, after the assembly of the annotated type was unloaded, or when no code refers to an array pool any more.
    /// </summary>
    // A finalizer of the pool itself would be a member that other code sees.
    ~RetentionLimit()
    {
        if (pool is null)
            return;

        pool.GiveBackPages();
        End();
    }

    /// <summary>
    /// Releases all bytes of a pool that no thread uses any more, and refuses every byte from now on. A finalizer that runs later may return buffers to the
    /// pool, which it does not retain, or trim it, which releases nothing a second time (IdleTrimmerTests).
    /// </summary>
    public void End()
    {
        Max = -1;
        whole?.Release(Reserved);
    }
}
