using System.Buffers;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>Writers and the stream over buffers with stable addresses: they hold what was written, and each of their buffers is aligned.</summary>
public class PlacedWriterTests
{
    public static TheoryData<BufferStorage, int> Placements => AddressTests.Placements;

    [Theory]
    [MemberData(nameof(Placements))]
    public void BufferWriter_ThatGrows_HoldsWhatWasWritten(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<byte>(storage, alignment);
        byte[] expected = Bytes(20_000);
        using (var writer = new PooledBufferWriter<byte>(pool.Pool, initialCapacity: 10))
        {
            Write(writer, expected);
            Assert.Equal(expected, writer.WrittenSpan.ToArray());
            Assert.Equal(expected, writer.WrittenMemory.ToArray());
            Assert.Throws<InvalidOperationException>(() => writer.Advance(writer.FreeCapacity + 1));
            using PooledOwner<byte> owner = writer.Detach();
            Assert.Equal(expected, owner.ToArray());
            Assert.Equal(0, owner.DangerousGetAddress() % Math.Max(alignment, 1));
            writer.Write([1, 2, 3]);
            Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
        }

        pool.AssertBalanced();
    }

    /// <summary>A writer, a list and a stream ask for it when they have just rented, and would lose the buffer.</summary>
    [Theory]
    [MemberData(nameof(Placements))]
    public void Memory_OfANewBuffer_AllocatesNothing(BufferStorage storage, int alignment)
    {
        const int Calls = 5;
        var pool = new PlacedPool<byte>(storage, alignment);
        PooledOwner<byte>[] owners = [.. Enumerable.Range(0, 4 * Calls).Select(_ => pool.Pool.RentOwner(100))];
        int next = 0;

        Assert.Equal(0, Allocations.Of(() => _ = owners[next++].Memory, Calls));

        Assert.Equal(owners.Length, next);
        Array.ForEach(owners, static owner => owner.Dispose());
        pool.AssertBalanced();
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void Stream_HasAlignedSegments(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<byte>(storage, alignment);
        byte[] expected = Bytes(50_000);
        using (var stream = new PooledStream(pool.Pool))
        {
            Write(stream, expected);
            Assert.Equal(expected, stream.ToArray());
            int segments = 0;
            foreach (ReadOnlyMemory<byte> segment in stream.GetReadOnlySequence())
            {
                segments++;
                using MemoryHandle pinned = segment.Pin();
                Assert.Equal(0, AddressOf(pinned) % Math.Max(alignment, 1));
            }

            Assert.True(segments > 1, "There is one segment only: the test proves nothing.");
        }

        pool.AssertBalanced();
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void Stream_BehavesLikeAMemoryStream(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<byte>(storage, alignment);
        using var expected = new MemoryStream();
        using (var stream = new PooledStream(pool.Pool))
        {
            foreach (Stream target in (Stream[])[expected, stream])
            {
                target.Write(Bytes(10_000));
                target.WriteByte(7);
                target.Seek(5000, SeekOrigin.Begin);
                target.Write(Bytes(3000));
                target.SetLength(9000);
                target.SetLength(12_000);
                target.Seek(0, SeekOrigin.End);
                target.WriteByte(9);
            }

            Assert.Equal(expected.ToArray(), stream.ToArray());
            using var copy = new MemoryStream();
            stream.WriteTo(copy);
            Assert.Equal(expected.ToArray(), copy.ToArray());
            stream.Position = 11_999;
            Assert.Equal((0, 9, -1), (stream.ReadByte(), stream.ReadByte(), stream.ReadByte()));
            stream.Write(stream.GetReadOnlySequence().Slice(0, 100).FirstSpan); // bytes of its own
            Assert.Equal(expected.ToArray().AsSpan(0, 100), stream.ToArray().AsSpan(12_001));
        }

        pool.AssertBalanced();
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void Buffer_OfAStreamOfOneSegment_IsAnArrayUnlessItIsNative(BufferStorage storage, int alignment)
    {
        using var stream = new PooledStream(new PlacedPool<byte>(storage, alignment).Pool);
        stream.Write(Bytes(100));

        Assert.Equal(storage != BufferStorage.Native, stream.TryGetBuffer(out ArraySegment<byte> buffer));
        if (storage != BufferStorage.Native)
            Assert.Equal(Bytes(100), buffer.ToArray());
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void Room_ThatDoesNotFitIntoASegment_IsCopied(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<byte>(storage, alignment);
        using (var stream = new PooledStream(pool.Pool))
        {
            stream.Write(Bytes(4000));
            Bytes(3000).CopyTo(stream.GetSpan(3000));
            stream.Advance(3000);
            Assert.Equal([.. Bytes(4000), .. Bytes(3000)], stream.ToArray());
        }

        pool.AssertBalanced();
    }

    private static void Write(IBufferWriter<byte> writer, byte[] bytes)
    {
        for (int start = 0, length = 1; start < bytes.Length; start += length, length = Math.Min((length * 3) + 1, 3000))
        {
            length = Math.Min(length, bytes.Length - start);
            bytes.AsSpan(start, length).CopyTo(writer.GetMemory(length).Span);
            writer.Advance(length);
        }
    }

    private static unsafe nint AddressOf(MemoryHandle pinned) => (nint)pinned.Pointer;

    private static byte[] Bytes(int count) => [.. Enumerable.Range(0, count).Select(static i => (byte)(i * 7))];
}
