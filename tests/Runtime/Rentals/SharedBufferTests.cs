namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>The renter that needs no declaration. Each test has an element type of its own, and so a pool of its own.</summary>
public class SharedBufferTests
{
    private enum Measured : byte;

    private enum Longest : byte;

    private enum Owned : long;

    private enum Written : short;

    private enum Shared : int;

    private enum Warm : int;

    private sealed class Node
    {
        public Node? Next { get; set; }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1000)]
    [InlineData(100_000)]
    public void Rent_HasExactlyTheLengthAndComesBack(int length)
    {
        using (var buffer = SharedBuffer<Measured>.Rent(length))
        {
            Assert.Equal(length, buffer.Length);
            Assert.Equal(length == 0 ? 0 : 1, SharedBuffer<Measured>.Pool.GetStatistics().InUse);
        }

        Assert.Equal(0, SharedBuffer<Measured>.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Rent_AboveAMillionElements_IsNotPooled()
    {
        const int MaxLength = 1024 * 1024;
        SharedBuffer<Longest>.Rent(MaxLength).Dispose();
        SharedBuffer<Longest>.Rent(MaxLength + 1).Dispose();

        Assert.Equal(MaxLength, SharedBuffer<Longest>.Pool.MaxLength);
        Assert.Equal((1, 1), (SharedBuffer<Longest>.Pool.GetStatistics().Misses, SharedBuffer<Longest>.Pool.GetStatistics().Oversize));
        Assert.Equal(MaxLength, SharedBuffer<Longest>.Pool.GetStatistics().RetainedBytes);
    }

    [Fact]
    public void Dispose_OfReferences_ClearsThem()
    {
        WeakReference node = RentAndForget();

        GC.Collect();

        Assert.False(node.IsAlive, "The pool keeps what a returned buffer referred to.");
    }

    // In a frame of its own, so that no local of the test refers to the node.
    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static WeakReference RentAndForget()
    {
        using var nodes = SharedBuffer<Node>.Rent(10);
        nodes[9] = new Node();
        return new WeakReference(nodes[9]);
    }

    [Fact]
    public void Owner_OfASharedBuffer_EndsOnAnotherThread()
    {
        PooledOwner<Owned> owner = SharedBuffer<Owned>.Rent(100).Detach();
        owner.Span.Fill((Owned)7);
        var thread = new Thread(owner.DetachSlice(0, 50).Dispose);
        thread.Start();
        thread.Join();

        Assert.Equal((0, 0), (SharedBuffer<Owned>.Pool.GetStatistics().InUse, SharedBuffer<Owned>.Pool.GetStatistics().MisuseCount));
        Assert.Throws<ObjectDisposedException>(() => owner.Span.Length);
    }

    [Fact]
    public void Writers_GrowInTheSharedPool()
    {
        using (var writer = SharedBuffer<Written>.CreateWriter())
        using (PooledBufferWriter<Written> buffer = SharedBuffer<Written>.Pool.CreateBufferWriter())
        {
            for (int i = 0; i < 1000; i++)
            {
                writer.Append((Written)i);
                buffer.GetSpan(1)[0] = (Written)i;
                buffer.Advance(1);
            }

            Assert.Equal(1000, writer.WrittenSpan.Length);
            Assert.True(writer.WrittenSpan.SequenceEqual(buffer.WrittenSpan));
            Assert.Equal(2, SharedBuffer<Written>.Pool.GetStatistics().InUse);
        }

        Assert.Equal(0, SharedBuffer<Written>.Pool.GetStatistics().InUse);
    }

    // The writers and streams of the runtime take any pool of their element type.
    [Fact]
    public void Pool_OfCharactersOrBytes_FitsTheWritersOfText()
    {
        using var text = new PooledTextWriter(SharedBuffer<char>.Pool);
        text.Append("abc");
        using var stream = new PooledStream(SharedBuffer<byte>.Pool);
        stream.WriteByte(7);

        Assert.Equal(("abc", 1L), (text.ToString(), stream.Length));
    }

    [Fact]
    public void Pool_HasTheNameOfItsTypeArgument()
    {
        SharedBuffer<Shared>.Rent(5).Dispose();

        BufferPool pool = Assert.Single(PooledBuffers.Pools, static pool => pool.ElementType == typeof(Shared));
        Assert.Equal("PooledGen.SharedBuffer<PooledGen.Runtime.Tests.Rentals.SharedBufferTests.Shared>", pool.Name);
        Assert.Contains(pool.Name, Assert.Throws<ObjectDisposedException>(UseLate).Message, StringComparison.Ordinal);

        static void UseLate()
        {
            var late = SharedBuffer<Shared>.Rent(5);
            late.Dispose();
            late.Clear();
        }
    }

    [Fact]
    public void Rent_AfterWarmUp_AllocatesNothing()
    {
        Assert.Equal(0, Allocations.Of(static () => SharedBuffer<Warm>.Rent(700).Dispose(), 1000));
        Assert.Equal(0, Allocations.Of(static () => SharedBuffer<Version>.Rent(700).Dispose(), 1000));
    }
}
