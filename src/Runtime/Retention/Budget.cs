using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>How many bytes may be retained, and how many are reserved for it. Any thread.</summary>
internal sealed class Budget(long max)
{
    private long _max = max;
    private long _reserved;

    /// <summary>What may be reserved. Lowering it takes nothing back: that is up to whoever lowers it.</summary>
    public long Max
    {
        get => Interlocked.Read(ref _max);
        set => Interlocked.Exchange(ref _max, value);
    }

    public long Reserved => Interlocked.Read(ref _reserved);

    /// <summary>What <see cref="TryReserve"/> would say now.</summary>
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

        // Once more: whoever lowers the maximum looks at what is reserved later, so either they see our bytes or we see the new maximum.
        // Broken by leaving it out: CloseStormTests.
        if (before + bytes <= Interlocked.Read(ref _max))
            return true;

        Release(bytes);
        return false;
    }

    public void Release(long bytes) => Interlocked.Add(ref _reserved, -bytes);
}
