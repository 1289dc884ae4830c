using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>The number of bytes that may be retained, and the number that is reserved of it. Any thread may use it.</summary>
internal sealed class Budget(long max)
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

    /// <summary>Whether <see cref="TryReserve"/> would succeed now.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Allows(long bytes) => Interlocked.Read(ref _reserved) + bytes <= Interlocked.Read(ref _max);

    /// <summary>Reserves bytes, if that does not exceed the maximum.</summary>
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
        if (before + bytes <= Interlocked.Read(ref _max))
            return true;

        Release(bytes);
        return false;
    }

    /// <summary>Whether <see cref="End"/> was called.</summary>
    public bool IsEnded => Max < 0;

    /// <summary>Refuses every byte from now on.</summary>
    public void End() => Max = -1;

    public void Release(long bytes) => Interlocked.Add(ref _reserved, -bytes);
}
