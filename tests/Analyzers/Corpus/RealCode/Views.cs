using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading.Channels;

namespace Corpus.RealCode;

// Memories and segments own as their array does.
internal static class Views
{
    private sealed class State
    {
        public ArraySegment<byte> Data;
    }

    internal sealed class Frame(ReadOnlyMemory<byte> payload)
    {
        public ReadOnlyMemory<byte> Payload { get; } = payload;
    }

    public static int SumOfASegment(int count)
    {
        var segment = new ArraySegment<int>(ArrayPool<int>.Shared.Rent(count), 0, count);
        int sum = 0;
        foreach (int value in segment)
            sum += value;

        ArrayPool<int>.Shared.Return(segment.Array!);
        return sum;
    }

    public static int FirstOfASegment(int count, bool wantsNone)
    {
        var segment = new ArraySegment<int>(ArrayPool<int>.Shared.Rent(count), 0, count); // PG0203
        if (wantsNone)
            return 0;

        int first = segment[0];
        ArrayPool<int>.Shared.Return(segment.Array!);
        return first;
    }

    public static void Write(int length, ref object? state)
    {
        byte[] data = ArrayPool<byte>.Shared.Rent(length);
        Array.Clear(data, 0, length);
        state = new State { Data = new(data, 0, length) };
    }

    public static Frame ReadFrame(ReadOnlySpan<byte> source)
    {
        byte[] payload = ArrayPool<byte>.Shared.Rent(source.Length);
        source.CopyTo(payload);
        return new Frame(payload.AsMemory(0, source.Length));
    }

    public static void Queue(Queue<ReadOnlyMemory<byte>> queue, ReadOnlySpan<byte> source)
    {
        byte[] payload = ArrayPool<byte>.Shared.Rent(source.Length);
        source.CopyTo(payload);
        queue.Enqueue(payload.AsMemory(0, source.Length));
    }

    public static bool Post(ChannelWriter<ArraySegment<byte>> channel, ReadOnlySpan<byte> source)
    {
        byte[] payload = ArrayPool<byte>.Shared.Rent(source.Length);
        source.CopyTo(payload);
        return channel.TryWrite(new ArraySegment<byte>(payload, 0, source.Length));
    }

    public static int ReadInto(Stream stream)
    {
        Memory<byte> buffer = ArrayPool<byte>.Shared.Rent(256);
        try
        {
            return stream.Read(buffer.Span);
        }
        finally
        {
            if (MemoryMarshal.TryGetArray(buffer, out ArraySegment<byte> segment) && segment.Array != null)
                ArrayPool<byte>.Shared.Return(segment.Array);
        }
    }

    public static void Release(ReadOnlyMemory<byte> memory)
    {
        if (MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> segment))
            ArrayPool<byte>.Shared.Return(segment.Array!);
    }

    // The copy reads through a reference into the array.
    public static int[] Decode(ReadOnlySpan<byte> source, bool isSwapped)
    {
        ReadOnlySpan<byte> bytes = source;
        if (isSwapped)
        {
            byte[] swapped = ArrayPool<byte>.Shared.Rent(source.Length); // PG0203
            source.CopyTo(swapped);
            swapped.AsSpan(0, source.Length).Reverse();
            bytes = swapped.AsSpan(0, source.Length);
        }

        int[] result = new int[bytes.Length / sizeof(int)];
        Unsafe.CopyBlockUnaligned(ref Unsafe.As<int, byte>(ref result[0]), ref MemoryMarshal.GetReference(bytes), (uint)bytes.Length);
        return result;
    }
}
