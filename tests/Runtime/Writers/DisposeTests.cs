namespace PooledGen.Runtime.Tests.Writers;

/// <summary>What a writer rented goes back once, whichever copy is disposed and however often.</summary>
public partial class DisposeTests
{
    [PooledBuffer<int>(MaxLength = 4096)]
    private partial struct IntBuffer;

    [PooledBuffer<string>(MaxLength = 1024)]
    private partial struct References;

    [PooledBuffer<byte>(MaxLength = 1024, Clear = ClearPolicy.OnReturn)]
    private partial struct Secrets;

    [PooledBuffer<byte>(MaxLength = 1024, Clear = ClearPolicy.OnRent)]
    private partial struct Zeroed;

    [Fact]
    public void Dispose_Twice_ReturnsOnceAndIsNoMisuse()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        var writer = IntBuffer.CreateWriter(100);
        writer.Append(1);

        writer.Dispose();
        writer.Dispose();

        PoolStatistics after = IntBuffer.Pool.GetStatistics();
        Assert.Equal((before.InUse, before.MisuseCount), (after.InUse, after.MisuseCount));
        Assert.Equal((0, 0), (writer.Length, writer.Capacity));
    }

    [Fact]
    public void Dispose_ThenAppend_StartsAnew()
    {
        var writer = IntBuffer.CreateWriter(stackalloc int[4]);
        writer.Append([1, 2]);
        writer.Dispose();

        writer.Append(3);

        Assert.Equal([3], writer.ToArray());
        writer.Dispose();
        Assert.Equal(0, IntBuffer.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Dispose_OfACopy_IsCountedAndLeavesTheNextRentalAlone()
    {
        long misuse = IntBuffer.Pool.GetStatistics().MisuseCount;
        var writer = IntBuffer.CreateWriter(100);
        writer.Append(1);
        var copy = writer;
        writer.Dispose();
        using var next = IntBuffer.Rent(100);

        copy.Dispose();

        using var other = IntBuffer.Rent(100);
        Assert.False(other.Span.Overlaps(next.Span));
        Assert.Equal(misuse + 1, IntBuffer.Pool.GetStatistics().MisuseCount);
    }

    [Fact]
    public void ACopyWhoseArrayIsGone_ThrowsAndNamesTheType()
    {
        AssertThrows(static copy => _ = copy.WrittenSpan.Length);
        AssertThrows(static copy => copy.ToArray());
        AssertThrows(static copy => copy.Detach());
        AssertThrows(static copy => copy.GetSpan(1000));
        AssertThrows(static copy => copy.GetSpan());
        AssertThrows(static copy => copy.Insert(0, 1));
        AssertThrows(static copy => copy.Insert(0, [1]));
        AssertThrows(static copy => copy.Append(new int[1000]));
        AssertThrows(static copy => copy.Append(1, 1000));
        AssertThrows(static copy => copy.Truncate(1));
        AssertThrows(static copy => copy.Clear());

        static void AssertThrows(Use use)
        {
            var writer = IntBuffer.CreateWriter(100);
            writer.Append(1);
            var copy = writer;
            writer.Dispose();
            ObjectDisposedException? thrown = null;
            try
            {
                use(copy);
            }
            catch (ObjectDisposedException exception)
            {
                thrown = exception;
            }

            Assert.Contains(nameof(IntBuffer), thrown?.Message, StringComparison.Ordinal);
            Assert.Equal(0, IntBuffer.Pool.GetStatistics().InUse);
        }
    }

    [Fact]
    public void Growth_OfReferences_ClearsTheArrayThatIsLeft()
    {
        var writer = References.CreateWriter(16);
        Span<string> left = writer.GetSpan();
        left.Fill("x");
        writer.Advance(3);
        writer.Append(new string[100]);

        // All of it: what was written behind the counted part too.
        Assert.True(left.IndexOfAnyExcept((string)null!) < 0);
        Assert.Equal("x", writer.WrittenSpan[2]);
        writer.Dispose();
    }

    [Fact]
    public void Append_OfTheWritersOwnReferences_IsFasterThanTheirClearing()
    {
        using var writer = References.CreateWriter(16);
        writer.Append(Enumerable.Repeat("x", writer.Capacity).ToArray());
        int length = writer.Length;

        writer.Append(writer.WrittenSpan);

        Assert.Equal(Enumerable.Repeat("x", 2 * length), writer.ToArray());
    }

    [Fact]
    public void ClearAndDispose_OfReferences_ForgetThem()
    {
        var writer = References.CreateWriter(64);
        writer.Append(["a", "b"]);
        Span<string> memory = writer.GetSpan();
        ReadOnlySpan<string> written = writer.WrittenSpan;

        writer.Clear();
        Assert.True(written[0] is null && written[1] is null);

        memory.Fill("x");
        writer.Dispose();
        Assert.True(memory.IndexOfAnyExcept((string)null!) < 0);
    }

    [Fact]
    public void Truncate_OfReferences_ForgetsThem()
    {
        using var writer = References.CreateWriter(64);
        writer.Append(["a", "b", "c"]);
        ReadOnlySpan<string> written = writer.WrittenSpan;

        writer.Truncate(1);

        Assert.Equal("a", written[0]);
        Assert.True(written[1] is null && written[2] is null);
    }

    [Fact]
    public void ClearAndTruncate_OfACopyThatIsOver_TouchNothing()
    {
        var writer = References.CreateWriter(64);
        writer.Append(["a", "b"]);
        var copy = writer;
        writer.Dispose();
        using var other = References.Rent(64);
        other.Span.Fill("theirs");

        try
        {
            copy.Clear();
            Assert.Fail("It was accepted.");
        }
        catch (ObjectDisposedException exception)
        {
            Assert.Contains(nameof(References), exception.Message);
        }

        Assert.Equal(-1, other.Span.IndexOfAnyExcept("theirs"));
    }

    [Fact]
    public void OnReturn_ClearsTheCallersMemoryToo_WhenItIsLeftAndAtTheEnd()
    {
        Span<byte> grown = stackalloc byte[8], kept = stackalloc byte[8];
        var first = Secrets.CreateWriter(grown);
        first.Append([1, 2, 3, 4, 5, 6, 7, 8]);
        first.Append(9);
        var second = Secrets.CreateWriter(kept);
        second.Append([1, 2, 3]);
        second.Dispose();

        Assert.Equal(-1, grown.IndexOfAnyExcept((byte)0));
        Assert.Equal(-1, kept.IndexOfAnyExcept((byte)0));
        Assert.Equal([1, 2, 3, 4, 5, 6, 7, 8, 9], first.ToArray());
        first.Dispose();
    }

    [Fact]
    public void OnRent_HandsOutZeros()
    {
        var dirty = Zeroed.Rent(300);
        dirty.Span.Fill(7);
        dirty.Dispose();
        Span<byte> initial = stackalloc byte[8];
        initial.Fill(7);

        using var writer = Zeroed.CreateWriter(initial);
        Assert.Equal(-1, writer.GetSpan().IndexOfAnyExcept((byte)0));
        Assert.Equal(-1, writer.GetSpan(300).IndexOfAnyExcept((byte)0));
    }

    private delegate void Use(PooledWriter<int> copy);
}
