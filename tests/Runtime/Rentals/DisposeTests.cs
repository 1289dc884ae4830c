namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>Dispose counts once; copies, repetitions and latecomers do no harm.</summary>
public partial class DisposeTests
{
    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct IntBuffer;

    [Fact]
    public void Dispose_Twice_ReturnsOnceAndCountsMisuse()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();

        var buffer = IntBuffer.Rent(100);
        buffer.Dispose();
        buffer.Dispose();
        buffer.Dispose();

        PoolStatistics after = IntBuffer.Pool.GetStatistics();
        Assert.Equal(before.MisuseCount + 2, after.MisuseCount);
        Assert.Equal(before.InUse, after.InUse);
    }

    [Fact]
    public void Dispose_Twice_DoesNotPutTheArrayIntoThePoolTwice()
    {
        var buffer = IntBuffer.Rent(100);
        buffer.Dispose();
        buffer.Dispose();

        using var first = IntBuffer.Rent(100);
        using var second = IntBuffer.Rent(100);

        Assert.False(first.Span.Overlaps(second.Span));
    }

    // The compiler keeps a span in the block of its rental, and does not see that the rental ends earlier. The pages say so, and PG0104 warns.
    [Fact]
    public void Span_TakenBeforeAnExplicitDispose_ShowsTheNextRental()
    {
        using var other = IntBuffer.Rent(100);
        var buffer = IntBuffer.Rent(100);
        Span<int> span = buffer.Span;
        buffer.Dispose();
        using var next = IntBuffer.Rent(100);
        next.Clear();

        span[0] = 42;

        Assert.Equal(42, next[0]);
    }

    [Fact]
    public void Span_TakenBeforeADetach_ShowsTheNextRental()
    {
        using var buffer = IntBuffer.Rent(100);
        Span<int> span = buffer.Span;
        buffer.Detach().Dispose();
        using var next = IntBuffer.Rent(100);
        next.Clear();

        span[0] = 43;

        Assert.Equal(43, next[0]);
    }

    [Fact]
    public void Dispose_OfACopy_EndsTheRentalForBoth()
    {
        var buffer = IntBuffer.Rent(100);
        IntBuffer copy = buffer;

        copy.Dispose();

        Assert.True(Throws<ObjectDisposedException>(buffer, static disposed => _ = disposed.Span));
        Assert.True(Throws<ObjectDisposedException>(copy, static disposed => _ = disposed.Span));
    }

    [Fact]
    public void Dispose_OfACopyAfterReRent_LeavesTheNewRentalAlone()
    {
        var old = IntBuffer.Rent(100);
        IntBuffer copy = old;
        old.Dispose();
        using var current = IntBuffer.Rent(100);
        current.Span.Fill(42);

        copy.Dispose();
        using var other = IntBuffer.Rent(100);
        other.Span.Clear();

        Assert.False(current.Span.Overlaps(other.Span));
        Assert.Equal(-1, current.Span.IndexOfAnyExcept(42));
    }

    [Fact]
    public void EveryAccess_AfterDispose_ThrowsAndNamesTheType()
    {
        var buffer = IntBuffer.Rent(8);
        buffer.Dispose();

        Assert.True(Throws<ObjectDisposedException>(buffer, static b => _ = b.Span, nameof(IntBuffer)));
        Assert.True(Throws<ObjectDisposedException>(buffer, static b => b[0] = 1, nameof(IntBuffer)));
        Assert.True(Throws<ObjectDisposedException>(buffer, static b => b.Slice(1), nameof(IntBuffer)));
        Assert.True(Throws<ObjectDisposedException>(buffer, static b => b.Slice(1, 2), nameof(IntBuffer)));
        Assert.True(Throws<ObjectDisposedException>(buffer, static b => b.Clear(), nameof(IntBuffer)));
        Assert.True(Throws<ObjectDisposedException>(buffer, static b => new[] { 1 }.CopyTo(b), nameof(IntBuffer)));
        Assert.True(Throws<ObjectDisposedException>(buffer, static b => b.CopyTo(new int[8]), nameof(IntBuffer)));
        Assert.True(Throws<ObjectDisposedException>(buffer, static b => _ = b.ToArray(), nameof(IntBuffer)));
        Assert.True(Throws<ObjectDisposedException>(buffer, static b => _ = b.GetPinnableReference(), nameof(IntBuffer)));
        Assert.True(Throws<ObjectDisposedException>(buffer, static b => _ = b.GetEnumerator(), nameof(IntBuffer)));
        Assert.True(Throws<ObjectDisposedException>(buffer, static b => _ = (Span<int>)b, nameof(IntBuffer)));
        Assert.True(Throws<ObjectDisposedException>(buffer, static b => _ = (ReadOnlySpan<int>)b, nameof(IntBuffer)));
    }

    [Fact]
    public void Dispose_OfADefaultRenter_DoesNothing()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();

        IntBuffer renter = default;
        renter.Dispose();

        Assert.True(renter.Span.IsEmpty);
        Assert.Equal(before, IntBuffer.Pool.GetStatistics());
    }

    [Fact]
    public void Using_WhenTheBlockThrows_ReturnsTheBuffer()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();

        Assert.Throws<InvalidOperationException>((Action)(static () =>
        {
            using var buffer = IntBuffer.Rent(300);
            throw new InvalidOperationException();
        }));

        Assert.Equal(before.InUse, IntBuffer.Pool.GetStatistics().InUse);
    }

    private delegate void Use(IntBuffer buffer);

    // Assert.Throws takes a lambda, and a lambda cannot capture a ref struct.
    private static bool Throws<TException>(IntBuffer buffer, Use use, string name = "")
        where TException : Exception
    {
        try
        {
            use(buffer);
            return false;
        }
        catch (TException exception)
        {
            return exception.Message.Contains(name, StringComparison.Ordinal);
        }
    }
}
