using System.Buffers;

namespace PooledGen.Probes.Tests;

/// <summary>Code with mistakes that its own tests would not show, and the same code without them.</summary>
internal static class ProbeSubjects
{
    public const int Length = 24;

    /// <summary>Twenty-four bytes, none of them the first nor the last value.</summary>
    public static byte[] Input { get; } = [.. Enumerable.Range(1, Length).Select(static i => (byte)i)];

    /// <summary>Returns the array when it is cancelled, while its read is still under way.</summary>
    public static async Task WrongClientAsync(Stream stream, CancellationToken token)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        try
        {
            await stream.ReadExactlyAsync(array, 0, Length, CancellationToken.None).AsTask().WaitAsync(token);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    /// <summary>The same, and closes the stream then, which ends the read.</summary>
    public static async Task WrongClientThatClosesAsync(Stream stream, CancellationToken token)
    {
        await using (stream)
            await WrongClientAsync(stream, token);
    }

    /// <summary>Returns the array after the read, which ends when it closes the stream.</summary>
    public static async Task RightClientThatClosesAsync(Stream stream, CancellationToken token)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        Task reading = stream.ReadExactlyAsync(array, 0, Length, CancellationToken.None).AsTask();
        try
        {
            await reading.WaitAsync(token);
        }
        finally
        {
            await stream.DisposeAsync();
            await reading.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    public static async Task RightClientAsync(Stream stream, CancellationToken token)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        try
        {
            await stream.ReadExactlyAsync(array.AsMemory(0, Length), token);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    /// <summary>Loses its array if the last byte is missing or wrong.</summary>
    public static int WrongParse(ReadOnlySpan<byte> input)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        input.CopyTo(array);
        if (input.Length < Length || array[Length - 1] != Length)
            throw new FormatException("The tail is broken.");

        ArrayPool<byte>.Shared.Return(array);
        return input.Length;
    }

    public static int RightParse(ReadOnlySpan<byte> input)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        try
        {
            input.CopyTo(array);
            return input.Length < Length || array[Length - 1] != Length ? throw new FormatException("The tail is broken.") : input.Length;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    /// <summary>The same, of a stream.</summary>
    public static void WrongRead(Stream stream)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        stream.ReadExactly(array, 0, Length);
        if (array[Length - 1] != Length)
            throw new FormatException("The tail is broken.");

        ArrayPool<byte>.Shared.Return(array);
    }

    public static void RightRead(Stream stream)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        try
        {
            stream.ReadExactly(array, 0, Length);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    /// <summary>Returns its array twice if the stream throws.</summary>
    public static async Task WrongWriteAsync(Stream stream, CancellationToken token)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        try
        {
            Input.CopyTo(array, 0);
            await stream.WriteAsync(array.AsMemory(0, Length), token);
        }
        catch (IOException)
        {
            ArrayPool<byte>.Shared.Return(array);
            throw;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    public static async Task RightWriteAsync(Stream stream, CancellationToken token)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        try
        {
            Input.CopyTo(array, 0);
            await stream.WriteAsync(array.AsMemory(0, Length), token);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }
}
