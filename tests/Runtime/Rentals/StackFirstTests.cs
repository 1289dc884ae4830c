namespace PooledGen.Runtime.Tests.Rentals;

/// <summary><c>Rent(length, initial)</c>: the caller's memory where it is enough.</summary>
public partial class StackFirstTests
{
    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct ByteBuffer;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(255)]
    [InlineData(256)]
    public void Rent_WhatFits_UsesTheCallersMemoryAndNotThePool(int length)
    {
        PoolStatistics before = ByteBuffer.Pool.Statistics;
        Span<byte> initial = stackalloc byte[256];

        var buffer = ByteBuffer.Rent(length, initial);
        Assert.Equal(length, buffer.Length);
        Assert.Equal(length, buffer.Capacity);
        Assert.True(buffer.Span == initial[..length]);
        buffer.Dispose();
        buffer.Dispose();

        Assert.Equal(before, ByteBuffer.Pool.Statistics);
    }

    [Fact]
    public void Rent_OneMoreThanFits_RentsAll()
    {
        Span<byte> initial = stackalloc byte[256];

        using var buffer = ByteBuffer.Rent(257, initial);

        Assert.Equal(257, buffer.Length);
        Assert.False(buffer.Span.Overlaps(initial));
        Assert.Equal(1, ByteBuffer.Pool.Statistics.InUse);
    }

    [Fact]
    public void Rent_NegativeWithMemory_Throws()
        => Assert.Throws<ArgumentOutOfRangeException>(() => ByteBuffer.Rent(-1, new byte[4]).Dispose());
}
