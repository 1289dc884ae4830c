using System.Buffers;
using System.Collections.Concurrent;
using System.Diagnostics;

namespace PooledGen.Bench.Tables.Latency;

/// <summary>One rental of 1 KB, of which the rent alone is timed.</summary>
internal interface ITimedRental
{
    /// <summary>Rents, writes the first and the last element, returns.</summary>
    /// <returns>How long the rent took, in ticks of the stopwatch.</returns>
    static abstract long Once(int length);
}

[PooledBuffer<byte>(MaxLength = 64 * 1024)]
internal partial struct PacketBuffer;

internal readonly struct PooledRental : ITimedRental
{
    public static long Once(int length)
    {
        long start = Stopwatch.GetTimestamp();
        using var buffer = PacketBuffer.Rent(length);
        long ticks = Stopwatch.GetTimestamp() - start;
        buffer[0] = buffer[^1] = 1;
        return ticks;
    }
}

internal readonly struct SharedRental : ITimedRental
{
    public static long Once(int length)
    {
        long start = Stopwatch.GetTimestamp();
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        long ticks = Stopwatch.GetTimestamp() - start;
        array[0] = array[length - 1] = 1;
        ArrayPool<byte>.Shared.Return(array);
        return ticks;
    }
}

/// <summary>The rent of a second buffer, while the thread holds a first one.</summary>
internal readonly struct SecondPooledRental : ITimedRental
{
    public static long Once(int length)
    {
        using var first = PacketBuffer.Rent(length);
        first[0] = 1;
        return PooledRental.Once(length);
    }
}

internal readonly struct SecondSharedRental : ITimedRental
{
    public static long Once(int length)
    {
        byte[] first = ArrayPool<byte>.Shared.Rent(length);
        first[0] = 1;
        long ticks = SharedRental.Once(length);
        ArrayPool<byte>.Shared.Return(first);
        return ticks;
    }
}

internal readonly struct BagRental : ITimedRental
{
    private static readonly ConcurrentBag<byte[]> s_free = [];

    public static long Once(int length)
    {
        long start = Stopwatch.GetTimestamp();
        if (!s_free.TryTake(out byte[]? array))
            array = GC.AllocateUninitializedArray<byte>(length);

        long ticks = Stopwatch.GetTimestamp() - start;
        array[0] = array[length - 1] = 1;
        s_free.Add(array);
        return ticks;
    }
}

internal readonly struct NewArray : ITimedRental
{
    public static long Once(int length)
    {
        long start = Stopwatch.GetTimestamp();
        byte[] array = new byte[length];
        long ticks = Stopwatch.GetTimestamp() - start;
        array[0] = array[length - 1] = 1;
        return ticks;
    }
}

/// <summary>What the clock itself takes: it is part of every other row.</summary>
internal readonly struct ClockAlone : ITimedRental
{
    public static long Once(int length)
    {
        long start = Stopwatch.GetTimestamp();
        return Stopwatch.GetTimestamp() - start;
    }
}
