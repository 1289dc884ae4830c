using System.Buffers;

namespace PooledGen.Runtime.Tests.Owners;

/// <summary>A rental that may leave its block: the first Dispose of all copies ends it, wherever it comes from.</summary>
public partial class OwnerTests
{
    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct IntBuffer;

    [PooledBuffer<string>(MaxLength = 64)]
    private partial struct References;

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(1024)]
    [InlineData(5000)]
    public void RentOwner_HasExactlyTheLength(int length)
    {
        PooledOwner<int> owner = IntBuffer.RentOwner(length);

        Assert.Equal((length, length, length), (owner.Length, owner.Span.Length, owner.Memory.Length));
        Assert.True(owner.Memory.Span == owner.Span);
        owner.Dispose();
        Assert.Equal(0, IntBuffer.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Owner_OfNothing_IsEmptyAndDisposable()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        foreach (PooledOwner<int> owner in new[] { default, IntBuffer.RentOwner(0), IntBuffer.Rent(0).Detach() })
        {
            Assert.Equal(0, owner.Length);
            Assert.True(owner.Memory.IsEmpty && owner.Span.IsEmpty && owner.DetachSlice(0, 0).Memory.IsEmpty);
            owner.Dispose();
            owner.Dispose();
        }

        Assert.Equal(before, IntBuffer.Pool.GetStatistics());
        Assert.True(IntBuffer.Rent(0).Span.IsEmpty);
    }

    [Fact]
    public void Indexer_OfAnOwner_ShowsItsElementsAndLeavesItBe()
    {
        using PooledOwner<int> whole = IntBuffer.RentOwner(10);
        for (int i = 0; i < whole.Length; i++)
            whole[i] = i;

        using PooledOwner<int> owner = whole.DetachSlice(2, 5);
        owner[4]++;

        Assert.Equal([2, 3, 4, 5, 7], owner.Span.ToArray());
        Assert.Throws<IndexOutOfRangeException>(() => owner[5]);
        Assert.Throws<IndexOutOfRangeException>(() => owner[-1]);
        Assert.Throws<IndexOutOfRangeException>(() => default(PooledOwner<int>)[0]);
    }

    [Fact]
    public void RentOwner_Negative_Throws()
        => Assert.Throws<ArgumentOutOfRangeException>(static () => IntBuffer.RentOwner(-1));

    [Fact]
    public void Dispose_OfTwoCopies_ReturnsOnceAndCountsMisuse()
    {
        long misuse = IntBuffer.Pool.GetStatistics().MisuseCount;
        PooledOwner<int> owner = IntBuffer.RentOwner(100);
        PooledOwner<int> copy = owner;

        owner.Dispose();
        copy.Dispose();

        using var first = IntBuffer.Rent(100);
        using var second = IntBuffer.Rent(100);
        Assert.False(first.Span.Overlaps(second.Span));
        Assert.Equal(misuse + 1, IntBuffer.Pool.GetStatistics().MisuseCount);
    }

    [Fact]
    public void EveryAccess_AfterDispose_ThrowsAndNamesTheType()
    {
        PooledOwner<int> owner = IntBuffer.RentOwner(100);
        owner.Dispose();

        Assert.Contains(nameof(IntBuffer), Assert.Throws<ObjectDisposedException>(() => owner.Memory).Message, StringComparison.Ordinal);
        Assert.Contains(nameof(IntBuffer), Assert.Throws<ObjectDisposedException>(() => _ = owner.Span).Message, StringComparison.Ordinal);
        Assert.Contains(nameof(IntBuffer), Assert.Throws<ObjectDisposedException>(() => owner.DetachSlice(0, 1)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Detach_HandsTheElementsOverAndEndsTheRenter()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        PooledOwner<int> owner = FillAndDetach();

        Assert.Equal(-1, owner.Span.IndexOfAnyExcept(42));
        owner.Dispose();

        PoolStatistics after = IntBuffer.Pool.GetStatistics();
        Assert.Equal((before.InUse, before.MisuseCount), (after.InUse, after.MisuseCount));

        static PooledOwner<int> FillAndDetach()
        {
            using var buffer = IntBuffer.Rent(50);
            buffer.Span.Fill(42);
            return buffer.Detach();
        }
    }

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    public void Dispose_OfHandlesThatWereGivenUpInARow_IsNoMisuse(int handles)
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        PooledOwner<int> end = GiveUp(handles);
        end.Dispose();

        PoolStatistics after = IntBuffer.Pool.GetStatistics();
        Assert.Equal((before.InUse, before.MisuseCount), (after.InUse, after.MisuseCount));
        end.Dispose();
        Assert.Equal(before.MisuseCount + 1, IntBuffer.Pool.GetStatistics().MisuseCount);

        static PooledOwner<int> GiveUp(int handles)
        {
            using var buffer = IntBuffer.Rent(50);
            using PooledOwner<int> whole = buffer.Detach();
            if (handles == 2)
                return whole.DetachSlice(0, 25);

            using PooledOwner<int> half = whole.DetachSlice(0, 25);
            return half.DetachSlice(0, 10);
        }
    }

    [Fact]
    public void Detach_Twice_Throws()
        => Assert.Throws<ObjectDisposedException>(static () =>
        {
            using var buffer = IntBuffer.Rent(50);
            using PooledOwner<int> owner = buffer.Detach();
            buffer.Detach().Dispose();
        });

    [Fact]
    public void Detach_OfStackMemory_CopiesIt()
    {
        PooledOwner<int> owner = FillAndDetach();

        Assert.Equal([1, 2, 3], owner.Span.ToArray());
        owner.Dispose();

        static PooledOwner<int> FillAndDetach()
        {
            using var buffer = IntBuffer.Rent(3, stackalloc int[8]);
            new[] { 1, 2, 3 }.CopyTo(buffer);
            return buffer.Detach();
        }
    }

    [Fact]
    public void Slice_HandsThePartOver()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        PooledOwner<int> whole = IntBuffer.RentOwner(10);
        for (int i = 0; i < 10; i++)
            whole.Span[i] = i;

        PooledOwner<int> part = whole.DetachSlice(3, 4).DetachSlice(1, 2);

        Assert.Equal([4, 5], part.Span.ToArray());
        Assert.Throws<ObjectDisposedException>(() => whole.Memory);
        whole.Dispose();
        Assert.Equal(before.InUse + 1, IntBuffer.Pool.GetStatistics().InUse);
        part.Dispose();
        Assert.Equal(before.InUse, IntBuffer.Pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(-1, 1)]
    [InlineData(0, 11)]
    [InlineData(11, 0)]
    [InlineData(5, -1)]
    [InlineData(5, int.MaxValue)]
    public void Slice_OutOfRange_ThrowsAndMovesNothing(int start, int length)
    {
        using PooledOwner<int> owner = IntBuffer.RentOwner(10);

        Assert.Throws<ArgumentOutOfRangeException>(() => owner.DetachSlice(start, length));

        Assert.Equal(10, owner.Memory.Length);
    }

    [Fact]
    public void Dispose_OfReferences_ClearsTheWholeArrayEvenThroughASlice()
    {
        PooledOwner<string> owner = References.RentOwner(40);
        Span<string> leaked = owner.Span;
        leaked.Fill("x");

        owner.DetachSlice(10, 5).Dispose();

        Assert.True(leaked.IndexOfAnyExcept((string)null!) < 0);
    }

    [Fact]
    public void Dispose_OnAnotherThread_GivesTheArrayToThatThread()
    {
        PooledOwner<int> owner = IntBuffer.RentOwner(700);
        owner.Span.Fill(42);
        bool reused = false;
        var other = new Thread(() =>
        {
            owner.Dispose();
            using var buffer = IntBuffer.Rent(700);
            reused = buffer[0] == 42 && buffer[699] == 42;
        });
        other.Start();
        other.Join();

        Assert.True(reused);
    }

    [Fact]
    public void Owner_AsIMemoryOwner_IsTheSameRental()
    {
        IMemoryOwner<int> owner = IntBuffer.RentOwner(10);
        IMemoryOwner<int> same = owner;
        owner.Dispose();

        Assert.Throws<ObjectDisposedException>(() => same.Memory);
    }

    [Fact]
    public async Task Owner_AcrossAwait_KeepsItsElements()
    {
        using PooledOwner<int> owner = IntBuffer.RentOwner(100);
        owner.Span.Fill(7);
        await Task.Delay(1);

        Assert.Equal(-1, owner.Span.IndexOfAnyExcept(7));
    }

    [Fact]
    public void RentOwner_AfterWarmUp_AllocatesNothing()
        => Assert.Equal(0, Allocations.Of(static () =>
        {
            IntBuffer.RentOwner(200).Dispose();
            IntBuffer.Rent(200).Detach().DetachSlice(1, 10).Dispose();
        }));
}
