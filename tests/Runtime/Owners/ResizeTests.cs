namespace PooledGen.Runtime.Tests.Owners;

/// <summary>An owner that grows: its elements stay, and the old handle is over.</summary>
public partial class ResizeTests
{
    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct Numbers;

    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct Counted;

    [PooledBuffer<int>(MaxLength = 1024, Clear = ClearPolicy.OnRent)]
    private partial struct Zeroed;

    [PooledBuffer<int>(MaxLength = 1024, Clear = ClearPolicy.OnReturn)]
    private partial struct Secrets;

    [PooledBuffer<int>(MaxLength = 1024, SizeClassesPerDoubling = 4)]
    private partial struct Finer;

    [PooledBuffer<string>(MaxLength = 64)]
    private partial struct References;

    [PooledBuffer<byte>(MaxLength = 100)]
    private partial struct Oversized;

    [Theory]
    [InlineData(100, 128)]
    [InlineData(100, 129)]
    [InlineData(100, 5000)]
    [InlineData(100, 60)]
    [InlineData(5000, 6000)]
    [InlineData(0, 10)]
    [InlineData(10, 0)]
    [InlineData(0, 0)]
    public void Resize_KeepsTheElementsAndHasExactlyTheLength(int from, int to)
    {
        PooledOwner<int> owner = Numbered(Numbers.RentOwner(from));

        owner = owner.Resize(to);

        int kept = Math.Min(from, to);
        Assert.Equal((to, to), (owner.Length, owner.Span.Length));
        Assert.Equal(Enumerable.Range(1, kept), owner.Span.Slice(0, kept).ToArray());
        owner.Dispose();
        Assert.Equal(0, Numbers.Pool.Statistics.InUse);
    }

    [Theory]
    [InlineData(100, 128, true)]
    [InlineData(100, 3, true)]
    [InlineData(100, 129, false)]
    public void Resize_WithinTheArray_KeepsTheArray(int from, int to, bool isSame)
    {
        PooledOwner<int> owner = Numbers.RentOwner(from);
        Span<int> before = owner.Span;

        Assert.Equal((128, 0), (owner.Capacity, default(PooledOwner<int>).Capacity));
        using PooledOwner<int> resized = owner.Resize(to);

        Assert.Equal(isSame, before.Overlaps(resized.Span));
        Assert.Equal(isSame ? 128 : 256, resized.Capacity);
    }

    [Fact]
    public void Resize_ToMaxLength_RentsFromTheLastSizeClass()
    {
        PooledOwner<int> owner = Finer.RentOwner(700);

        using PooledOwner<int> resized = owner.Resize(1024);

        Assert.Equal((1024, 0), (resized.Capacity, Finer.Pool.Statistics.Oversize));
    }

    [Theory]
    [InlineData(20, 30, 20, 50)] // fits behind its start
    [InlineData(20, 30, 0, 120)] // fits only from the array's start on
    [InlineData(20, 30, 0, 200)] // fits into no array of this class
    [InlineData(1, 99, 0, 128)] // the parts overlap
    [InlineData(128, 0, 0, 100)]
    [InlineData(20, 30, 20, 10)]
    public void Resize_OfASlice_KeepsItsPart(int start, int length, int expectedStart, int to)
    {
        PooledOwner<int> whole = Numbered(Numbers.RentOwner(128));
        Span<int> array = whole.Span;
        PooledOwner<int> part = whole.DetachSlice(start, length);

        using PooledOwner<int> resized = part.Resize(to);

        int kept = Math.Min(length, to);
        Assert.Equal(Enumerable.Range(start + 1, kept), resized.Span.Slice(0, kept).ToArray());
        if (to <= 128 && array.Overlaps(resized.Span, out int offset))
            Assert.Equal(expectedStart, offset);
        else
            Assert.True(to > 128);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Resize_UnderOnRent_ZeroesTheNewPart(bool shrinksFirst)
    {
        PooledOwner<int> owner = Zeroed.RentOwner(100);
        Zeroed.RentOwner(200).Span.Fill(-1); // what a larger array may hold
        owner.Span.Fill(-1);
        if (shrinksFirst)
            owner = owner.Resize(10);

        int kept = owner.Length;
        foreach (int length in (int[])[110, 128, 200, 300, 3000])
        {
            owner = owner.Resize(length);
            Assert.True(owner.Span.Slice(0, kept).IndexOfAnyExcept(-1) < 0);
            Assert.True(owner.Span.Slice(kept).IndexOfAnyExcept(0) < 0);
        }

        owner.Dispose();
    }

    [Fact]
    public void Resize_OfASliceUnderOnRent_ZeroesWhatTheSliceLeftOut()
    {
        PooledOwner<int> owner = Zeroed.RentOwner(100);
        owner.Span.Fill(-1);

        using PooledOwner<int> resized = owner.DetachSlice(50, 10).Resize(125);

        Assert.True(resized.Span.Slice(0, 10).IndexOfAnyExcept(-1) < 0);
        Assert.True(resized.Span.Slice(10).IndexOfAnyExcept(0) < 0);
    }

    [Fact]
    public void Resize_ToALargerArrayUnderOnReturn_ClearsTheOldOne()
    {
        PooledOwner<int> owner = Numbered(Secrets.RentOwner(100));
        Span<int> old = owner.Span;

        using PooledOwner<int> resized = owner.Resize(1000);

        // Read after its rental on purpose: no other rental has the array yet.
        Assert.True(old.IndexOfAnyExcept(0) < 0);
        Assert.Equal(100, resized.Span[99]);
    }

    [Fact]
    public void Resize_OfReferences_LeavesNoneInTheOldArray()
    {
        PooledOwner<string> owner = References.RentOwner(16);
        owner.Span.Fill("x");
        Span<string> old = owner.Span;

        using PooledOwner<string> resized = owner.Resize(64);

        Assert.True(old.IndexOfAnyExcept((string)null!) < 0);
        Assert.Equal("x", resized.Span[15]);
    }

    [Theory]
    [InlineData(20)]
    [InlineData(1000)]
    public void Dispose_OfTheOldOwner_DoesNothingAndIsNoMisuse(int length)
    {
        PoolStatistics before = Counted.Pool.Statistics;
        PooledOwner<int> resized;
        using (PooledOwner<int> owner = Counted.RentOwner(10))
            resized = owner.Resize(length);

        resized.Span.Fill(1);

        Assert.Equal((before.InUse + 1, before.Misuse), (Counted.Pool.Statistics.InUse, Counted.Pool.Statistics.Misuse));
        resized.Dispose();
        Assert.Equal((before.InUse, before.Misuse), (Counted.Pool.Statistics.InUse, Counted.Pool.Statistics.Misuse));
    }

    [Fact]
    public void Resize_StepByStepAboveMaxLength_AllocatesArraysOfTwiceTheLength()
    {
        long before = Oversized.Pool.Statistics.Oversize;
        PooledOwner<byte> owner = Oversized.RentOwner(0);
        for (int length = 1; length <= 100_000; length++)
        {
            owner = owner.Resize(length);
            owner[length - 1] = (byte)length;
        }

        Assert.Equal(before + 10, Oversized.Pool.Statistics.Oversize); // 200, 400 and so on, up to 102,400
        for (int i = 0; i < owner.Length; i++)
            Assert.Equal((byte)(i + 1), owner.Span[i]);

        owner.Dispose();
        Assert.Equal(0, Oversized.Pool.Statistics.InUse);
    }

    [Fact]
    public void Resize_OnceWarm_AllocatesNothing()
    {
        Assert.Equal(0, Allocations.Of(GrowAndDispose));

        static void GrowAndDispose()
        {
            PooledOwner<int> owner = Numbers.RentOwner(0);
            for (int length = 1; length <= 1024; length += 100)
                owner = owner.Resize(length);

            owner.Dispose();
        }
    }

    [Theory]
    [InlineData(20)]
    [InlineData(1000)]
    public void Resize_WhileAnotherThreadDisposes_LosesNothing(int length)
    {
        const int Rounds = 2000;
        using var start = new Barrier(2);
        PooledOwner<int> owner = default;
        var disposer = new Thread(() =>
        {
            for (int round = 0; round < Rounds; round++)
            {
                start.SignalAndWait();
                owner.Dispose();
                start.SignalAndWait();
            }
        });
        disposer.Start();

        for (int round = 0; round < Rounds; round++)
        {
            owner = Numbers.RentOwner(10);
            start.SignalAndWait();
            PooledOwner<int> resized = default;
            try
            {
                resized = owner.Resize(length);
            }
            catch (ObjectDisposedException)
            {
                // The other thread was first.
            }

            start.SignalAndWait();
            resized.Dispose();
        }

        disposer.Join();
        Assert.Equal(0, Numbers.Pool.StatisticsAtRest.InUse);
    }

    private static PooledOwner<int> Numbered(PooledOwner<int> owner)
    {
        for (int i = 0; i < owner.Length; i++)
            owner[i] = i + 1;

        return owner;
    }
}
