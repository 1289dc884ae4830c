using System.Buffers;

namespace PooledGen.Bench.Tables.Retained;

/// <summary>Rents buffers inside of each other, and returns all.</summary>
internal interface IRenting
{
    /// <summary>
    /// Rents the first length, does the same with the others inside, and returns. Adds each array that it rented, and waits while it holds all.
    /// </summary>
    static abstract void Rent(ReadOnlySpan<int> lengths, ICollection<WeakReference<byte[]>> arrays, Barrier allHold);
}

internal readonly struct PooledRenting : IRenting
{
    public static void Rent(ReadOnlySpan<int> lengths, ICollection<WeakReference<byte[]>> arrays, Barrier allHold)
    {
        if (lengths.IsEmpty)
        {
            allHold.SignalAndWait();
            return;
        }

        using var buffer = BurstBuffer.Rent(lengths[0]);
        buffer.Span.Fill(1); // The system gives a page to the process when it is written.
        arrays.Add(new WeakReference<byte[]>(buffer.DangerousGetArray().Array!));
        Rent(lengths[1..], arrays, allHold);
    }
}

internal readonly struct SharedRenting : IRenting
{
    public static void Rent(ReadOnlySpan<int> lengths, ICollection<WeakReference<byte[]>> arrays, Barrier allHold)
    {
        if (lengths.IsEmpty)
        {
            allHold.SignalAndWait();
            return;
        }

        byte[] array = ArrayPool<byte>.Shared.Rent(lengths[0]);
        try
        {
            array.AsSpan(0, lengths[0]).Fill(1);
            arrays.Add(new WeakReference<byte[]>(array));
            Rent(lengths[1..], arrays, allHold);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }
}

[PooledBuffer<byte>(MaxLength = 1024 * 1024)]
internal partial struct BurstBuffer;
