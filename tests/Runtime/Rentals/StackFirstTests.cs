namespace PooledGen.Runtime.Tests.Rentals;

/// <summary><c>Rent(length, initial)</c>: the caller's memory where it is enough.</summary>
public partial class StackFirstTests
{
    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct ByteBuffer;

    [PooledBuffer<byte>(MaxLength = 1024, Clear = ClearPolicy.OnReturn)]
    private partial struct SecretBuffer;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(255)]
    [InlineData(256)]
    public void Rent_WhatFits_UsesTheCallersMemoryAndNotThePool(int length)
    {
        PoolStatistics before = ByteBuffer.Pool.GetStatistics();
        Span<byte> initial = stackalloc byte[256];

        var buffer = ByteBuffer.Rent(length, initial);
        Assert.Equal(length, buffer.Length);
        Assert.Equal(length, buffer.Capacity);
        Assert.True(buffer.Span == initial[..length]);
        buffer.Dispose();
        buffer.Dispose();

        Assert.Equal(before, ByteBuffer.Pool.GetStatistics());
    }

    [Fact]
    public void Rent_OneMoreThanFits_RentsAll()
    {
        Span<byte> initial = stackalloc byte[256];

        using var buffer = ByteBuffer.Rent(257, initial);

        Assert.Equal(257, buffer.Length);
        Assert.False(buffer.Span.Overlaps(initial));
        Assert.Equal(1, ByteBuffer.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Rent_NegativeWithMemory_Throws()
        => Assert.Throws<ArgumentOutOfRangeException>(() => ByteBuffer.Rent(-1, new byte[4]).Dispose());

    [Fact]
    public void Dispose_UnderOnReturn_ClearsTheCallersMemoryOnce()
    {
        Span<byte> initial = stackalloc byte[256];
        SecretBuffer buffer = SecretBuffer.Rent(200, initial);
        SecretBuffer copy = buffer;
        initial.Fill(1);

        buffer.Dispose();
        Assert.Equal(200, initial.IndexOf((byte)1));

        initial.Fill(2);
        long misuse = SecretBuffer.Pool.GetStatistics().MisuseCount;
        buffer.Dispose();
        copy.Dispose();
        Assert.Equal(-1, initial.IndexOfAnyExcept((byte)2));
        Assert.Equal(misuse + 2, SecretBuffer.Pool.GetStatistics().MisuseCount);
    }

    [Fact]
    public void Span_AfterDisposeUnderOnReturn_Throws()
        => Assert.Throws<ObjectDisposedException>(static () =>
        {
            SecretBuffer buffer = SecretBuffer.Rent(200, new byte[256]);
            SecretBuffer copy = buffer;
            buffer.Dispose();
            copy.Span.Clear();
        });

    [Fact]
    public void Members_UnderOnReturn_AreThoseOfTheCallersMemory()
    {
        var initial = new byte[256];
        SecretBuffer buffer = SecretBuffer.Rent(200, initial);
        buffer[3] = 7;

        Assert.Equal((200, 200, 7), (buffer.Length, buffer.Capacity, initial[3]));
        using (PooledOwner<byte> owner = buffer.Detach())
        {
            Assert.Equal((200, 7), (owner.Length, owner[3]));
            Assert.Equal(7, initial[3]);
        }

        buffer.Dispose();
        Assert.Equal((0, 0L), (initial[3], SecretBuffer.Pool.GetStatistics().InUse));
    }

    [Fact]
    public void Rent_WhatFitsUnderOnReturn_AllocatesNothing()
    {
        var initial = new byte[256];
        Assert.Equal(0, Allocations.Of(() => SecretBuffer.Rent(200, initial).Dispose()));
    }
}
