using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Text;

namespace Corpus.RealCode;

// Who has to return an array that a call has seen.
internal static unsafe class Ownership
{
    private sealed class Slice(byte[] array)
    {
        public byte[] Array { get; } = array;

        public int Count { get; set; }
    }

    internal sealed class Segments
    {
        private readonly List<(ReadOnlyMemory<byte> Memory, bool IsPooled)> _segments = [];

        public void Add(ReadOnlyMemory<byte> memory, bool isPooled) => _segments.Add((memory, isPooled));
    }

    // A composite type's constructor is a delegate.
    public static object Construct(Func<object?[], object> constructor, object?[] values)
    {
        object?[] arguments = ArrayPool<object?>.Shared.Rent(values.Length); // PG0204
        values.CopyTo(arguments, 0);
        object constructed = constructor(arguments);
        ArrayPool<object?>.Shared.Return(arguments, clearArray: true);
        return constructed;
    }

    public static object? ConstructIf(bool isWanted, Func<object?[], object> constructor)
    {
        object?[] arguments = ArrayPool<object?>.Shared.Rent(4); // PG0203
        object constructed = constructor(arguments);
        if (!isWanted)
            return null;

        ArrayPool<object?>.Shared.Return(arguments, clearArray: true);
        return constructed;
    }

    // The consumer of an iterator may stop in the middle.
    public static IEnumerable<Memory<byte>> Chunks(Stream stream)
    {
        byte[] bytes = ArrayPool<byte>.Shared.Rent(4096); // PG0204
        var slice = new Slice(bytes);
        while ((slice.Count = stream.Read(bytes, 0, 4096)) > 0)
            yield return slice.Array.AsMemory(0, slice.Count);

        ArrayPool<byte>.Shared.Return(bytes);
    }

    // The flag belongs to the hand-over, not to the method.
    public static void Receive(Segments segments, Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(4096);
        int read = stream.Read(buffer, 0, 4096);
        segments.Add(buffer.AsMemory(0, read), isPooled: true);
    }

    // The batches belong to the caller. A count is never negative.
    public static IEnumerable<(int[] Items, int Count)> Batches(IEnumerable<int> source, int batchSize)
    {
        int[] batch = ArrayPool<int>.Shared.Rent(batchSize); // PG0204
        int count = 0;
        foreach (int item in source)
        {
            batch[count++] = item;
            if (count >= batchSize)
            {
                yield return (batch, count);
                count = 0;
                batch = ArrayPool<int>.Shared.Rent(batchSize);
            }
        }

        if (count > 0)
            yield return (batch, count);

        if (count == 0)
            ArrayPool<int>.Shared.Return(batch);
    }

    // A callee that pins its parameter, or names it once more, only reads it.
    private static int ReadPinned(byte[] array)
    {
        fixed (byte* first = array)
            return *first;
    }

    private static int ReadByAnotherName(byte[] array)
    {
        byte[] data = array;
        return data[0] + data[1];
    }

    public static int Threads(bool wantsAll)
    {
        byte[] context = ArrayPool<byte>.Shared.Rent(1024); // PG0203
        int flags = ReadPinned(context);
        if (flags == 0 && !wantsAll)
            return 0;

        ArrayPool<byte>.Shared.Return(context);
        return flags;
    }

    public static int Registers(bool wantsAll)
    {
        byte[] context = ArrayPool<byte>.Shared.Rent(1024); // PG0203
        int flags = ReadByAnotherName(context);
        if (flags == 0 && !wantsAll)
            return 0;

        ArrayPool<byte>.Shared.Return(context);
        return flags;
    }

    // A name says less than a body.
    private static void SetUp(byte[] array) => array[0] = 1;

    public static int Initialise(bool isEmpty)
    {
        byte[] state = ArrayPool<byte>.Shared.Rent(64); // PG0203
        SetUp(state);
        if (isEmpty)
            return 0;

        int first = state[0];
        ArrayPool<byte>.Shared.Return(state);
        return first;
    }

    // A flag or null in the variable says that it was handed over.
    public static void Queue(Queue<byte[]> queue, Stream stream, Action<byte[]> send)
    {
        byte[]? buffer = ArrayPool<byte>.Shared.Rent(256);
        bool isOurs = true;
        try
        {
            if (stream.Read(buffer, 0, 256) == 256)
            {
                send(buffer);
                isOurs = false;
            }
        }
        finally
        {
            if (isOurs)
                ArrayPool<byte>.Shared.Return(buffer);
        }

        byte[]? second = ArrayPool<byte>.Shared.Rent(256);
        try
        {
            stream.ReadExactly(second, 0, 256);
            send(second);
            second = null;
        }
        finally
        {
            if (second != null)
                ArrayPool<byte>.Shared.Return(second);
        }
    }

    // What the callee answers says who has it.
    public static void Offer(Func<byte[], bool> tryTake, Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(256); // PG0204
        stream.ReadExactly(buffer.AsSpan(0, 256));
        if (!tryTake(buffer))
            ArrayPool<byte>.Shared.Return(buffer);
    }

    // Returned where it failed; otherwise the callee has it.
    public static StringBuilder Start(Func<byte[], StringBuilder> start)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(256);
        try
        {
            return start(buffer);
        }
        catch
        {
            ArrayPool<byte>.Shared.Return(buffer);
            throw;
        }
    }
}
