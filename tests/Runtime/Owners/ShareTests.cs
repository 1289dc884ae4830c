using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Owners;

/// <summary>Owners that share one buffer: it goes back when the last of them is disposed.</summary>
public partial class ShareTests
{
    [PooledBuffer<int>(MaxLength = 256)]
    private partial struct Ints;

    [PooledBuffer<int>(MaxLength = 256)]
    private partial struct Counted;

    [PooledBuffer<int>(MaxLength = 256)]
    private partial struct Trimmed;

    [PooledBuffer<string>(MaxLength = 64)]
    private partial struct Texts;

    [PooledBuffer<int>(MaxLength = 256, Clear = ClearPolicy.OnReturn)]
    private partial struct Secrets;

    [Fact]
    public void Share_InEachOrderOfEnds_ReturnsTheBufferWithTheLast()
    {
        EndInEachOrder(Ints.RentOwner, Ints.Pool);
        EndInEachOrder(static length => Ints.Rent(length).Detach(), Ints.Pool);
        EndInEachOrder(static length => Ints.RentOwner(length + 300), Ints.Pool); // oversize
    }

    /// <summary>Ends an owner and two shares of it in every order.</summary>
    internal static void EndInEachOrder(Func<int, PooledOwner<int>> rent, BufferPool<int> pool)
    {
        foreach (int[] order in new int[][] { [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0] })
        {
            long inUse = pool.GetStatistics().InUse;
            PooledOwner<int> owner = rent(20);
            owner.Span.Fill(7);
            PooledOwner<int> share = owner.Share();
            PooledOwner<int>[] holders = [owner, share, share.Share()];
            for (int i = 0; i < order.Length; i++)
            {
                Assert.Equal(inUse + 1, pool.GetStatistics().InUse);
                foreach (int live in order.AsSpan(i))
                    Assert.True(holders[live].Span.IndexOfAnyExcept(7) < 0 && holders[live].Length == owner.Length);

                holders[order[i]].Dispose();
                Assert.Throws<ObjectDisposedException>(() => holders[order[i]].Span.Clear());
            }

            Assert.Equal(inUse, pool.GetStatistics().InUse);
        }
    }

    /// <summary>A share that fails is the last holder of a later rental, which was returned with a wish that the share does not know.</summary>
    [Fact]
    public void ReturnWithClearArray_WhileAShareOfAnEndedOwnerFails_ClearsTheArray()
    {
        PooledOwner<int> owner = Ints.RentOwner(16);
        owner.Share().Dispose();
        PooledNode buffer = owner.LiveNode!;
        var shares = (Shares)PrivateField.Of(PrivateField.Of(buffer, "_rare")!, "Shares")!;
        owner.Dispose();
        ArrayPool<int> pool = Ints.Pool.AsArrayPool();
        int[] array = pool.Rent(16);
        Assert.Same(buffer.Array, array);
        array.AsSpan().Fill(7);

        // The steps of Shares.Share on another thread, with the return of the array between them.
        buffer.Home = Ints.Pool.ClosedStack;
        PooledNode share = shares.TakeNode();
        pool.Return(array, clearArray: true);
        Assert.True(shares.GiveUpHold(share));
        Ints.Pool.ReturnShared(buffer);

        Assert.All(array, static number => Assert.Equal(0, number));
        Assert.Same(array, pool.Rent(16));
        pool.Return(array);
    }

    [Fact]
    public void Dispose_OfOneShareTwice_LeavesTheOthersBe()
    {
        long misuse = Counted.Pool.GetStatistics().MisuseCount;
        using PooledOwner<int> owner = Counted.RentOwner(10);
        PooledOwner<int> share = owner.Share();

        share.Dispose();
        share.Dispose();
        owner.Span.Fill(1);

        Assert.Equal(misuse + 1, Counted.Pool.GetStatistics().MisuseCount);
        using PooledOwner<int> other = Counted.RentOwner(10);
        Assert.False(other.Span.Overlaps(owner.Span));
    }

    [Fact]
    public void Dispose_OfACopyOfAnEndedShare_DoesNotEndTheNextShare()
    {
        using PooledOwner<int> owner = Ints.RentOwner(10);
        PooledOwner<int> first = owner.Share();
        first.Dispose();

        using PooledOwner<int> second = owner.Share(); // with the node of the first
        first.Dispose();

        Assert.Equal(10, second.Span.Length);
    }

    [Fact]
    public void Share_OfADisposedOwner_ThrowsAndNamesTheType()
    {
        PooledOwner<int> owner = Ints.RentOwner(10);
        owner.Dispose();

        var exception = Assert.Throws<ObjectDisposedException>(() => owner.Share());

        Assert.Contains(nameof(Ints), exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Share_OfNothing_IsNothing()
    {
        long inUse = Ints.Pool.GetStatistics().InUse;
        using PooledOwner<int> empty = Ints.RentOwner(0);
        using PooledOwner<int> share = empty.Share();
        using PooledOwner<int> unset = default(PooledOwner<int>).Share();

        Assert.True(share.IsEmpty && unset.IsEmpty);
        Assert.Equal(inUse, Ints.Pool.GetStatistics().InUse);
        Assert.Equal(5, share.Resize(5).Length); // it knows its pool
    }

    [Fact]
    public void Share_OfAPart_IsThatPart()
    {
        PooledOwner<int> whole = Ints.RentOwner(10);
        for (int i = 0; i < whole.Length; i++)
            whole[i] = i;

        using PooledOwner<int> part = whole.DetachSlice(2, 5);
        using PooledOwner<int> share = part.Share();
        using PooledOwner<int> partOfShare = share.Share().DetachSlice(1, 2);

        Assert.Equal([2, 3, 4, 5, 6], share.Span.ToArray());
        Assert.Equal([3, 4], partOfShare.Span.ToArray());
    }

    [Theory]
    [InlineData(5)] // shorter
    [InlineData(12)] // would fit
    [InlineData(200)]
    public void Resize_OfASharedOwner_CopiesAndLeavesTheOthersBe(int length)
    {
        long inUse = Ints.Pool.GetStatistics().InUse;
        foreach (bool resizesShare in new[] { false, true })
        {
            PooledOwner<int> owner = Ints.RentOwner(10);
            owner.Span.Fill(7);
            PooledOwner<int> share = owner.Share();
            PooledOwner<int> kept = resizesShare ? owner : share;

            PooledOwner<int> resized = (resizesShare ? share : owner).Resize(length);
            resized.Span.Slice(0, Math.Min(length, 10)).Fill(8);

            Assert.Equal(length, resized.Length);
            Assert.False(resized.Span.Overlaps(kept.Span));
            Assert.True(kept.Span.IndexOfAnyExcept(7) < 0);
            kept.Dispose();
            resized.Dispose();
        }

        Assert.Equal(inUse, Ints.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Resize_OfASharedOversizeOwner_TakesNoMoreThanTheLength()
    {
        using PooledOwner<int> owner = Ints.RentOwner(1000);

        using PooledOwner<int> shorter = owner.Share().Resize(900);

        Assert.Equal((900, 900), (shorter.Length, shorter.Capacity));
    }

    [Fact]
    public void Resize_OfAnOwnerWhoseSharesEnded_KeepsItsArray()
    {
        PooledOwner<int> owner = Ints.RentOwner(10);
        owner.Share().Dispose();
        int[] array = owner.DangerousGetArray().Array!;

        using PooledOwner<int> resized = owner.Resize(12);

        Assert.Same(array, resized.DangerousGetArray().Array);
    }

    [Theory]
    [InlineData(1, 12)]
    [InlineData(1, 5)]
    [InlineData(3, 16)]
    public void Resize_OfTheLastShare_KeepsItsArray(int shares, int length)
    {
        long inUse = Ints.Pool.GetStatistics().InUse;
        PooledOwner<int> last = Ints.RentOwner(10);
        last.Span.Fill(7);
        int[] array = last.DangerousGetArray().Array!;
        for (int i = 0; i < shares; i++)
        {
            PooledOwner<int> share = last.Share();
            last.Dispose();
            last = share;
        }

        PooledOwner<int> resized = last.Resize(length);

        Assert.Same(array, resized.DangerousGetArray().Array);
        Assert.Equal(-1, resized.Span.Slice(0, Math.Min(length, 10)).IndexOfAnyExcept(7));
        Assert.Throws<ObjectDisposedException>(() => last.Length == 0 || last.Span.IsEmpty);
        Assert.Equal(inUse + 1, Ints.Pool.GetStatistics().InUse);
        using (PooledOwner<int> copy = resized.Share().Resize(length))
            Assert.NotSame(array, copy.DangerousGetArray().Array); // it is shared again

        resized.Dispose();
        Assert.Equal(inUse, Ints.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Resize_OfAPartThatIsTheLastShare_MovesItToTheStart()
    {
        PooledOwner<int> owner = Ints.RentOwner(16);
        for (int i = 0; i < 16; i++)
            owner[i] = i;
        PooledOwner<int> part = owner.Share().DetachSlice(10, 6);
        owner.Dispose();

        using PooledOwner<int> resized = part.Resize(16);

        Assert.Equal([10, 11, 12, 13, 14, 15], resized.Span.Slice(0, 6).ToArray());
        Assert.Equal(16, resized.Capacity);
    }

    [Fact]
    public void LastDispose_OfReferencesAndSecrets_ClearsTheWholeBuffer()
    {
        PooledOwner<string> texts = Texts.RentOwner(10);
        string[] strings = texts.DangerousGetArray().Array!;
        strings.AsSpan().Fill("text");
        PooledOwner<string> share = texts.Share();
        texts.Dispose();
        Assert.Equal("text", share[9]);
        share.Dispose();
        Assert.All(strings, Assert.Null);

        PooledOwner<int> secret = Secrets.RentOwner(10);
        int[] numbers = secret.DangerousGetArray().Array!;
        numbers.AsSpan().Fill(7);
        PooledOwner<int> other = secret.Share();
        other.Dispose();
        Assert.Equal(7, secret[9]);
        secret.Dispose();
        Assert.All(numbers, static number => Assert.Equal(0, number));
    }

    [Fact]
    public void Share_OfABufferThatHadAsMany_AllocatesNothing()
    {
        Assert.Equal(0, Allocations.Of(static () =>
        {
            using PooledOwner<int> owner = Ints.RentOwner(10);
            using PooledOwner<int> first = owner.Share();
            using PooledOwner<int> second = first.Share();
        }));
    }

    [Fact]
    public void Shares_OfOneBuffer_MayBeMoreThanThereAreReusedNodes()
    {
        const int shares = 70_000;
        long inUse = Counted.Pool.GetStatistics().InUse;
        PooledOwner<int> owner = Counted.RentOwner(10);
        owner.Span.Fill(3);
        long nodes = Counted.Pool.GetStatistics().ShareNodes;
        PooledOwner<int>[] holders = [.. Enumerable.Range(0, shares).Select(_ => owner.Share())];
        Assert.Equal(nodes + shares, Counted.Pool.GetStatistics().ShareNodes);
        owner.Dispose();
        for (int i = 0; i < shares - 1; i++)
            holders[i].Dispose();

        Assert.True(holders[^1].Span.IndexOfAnyExcept(3) < 0);
        Assert.Equal(inUse + 1, Counted.Pool.GetStatistics().InUse);
        holders[^1].Dispose();
        Assert.Equal(inUse, Counted.Pool.GetStatistics().InUse);
    }

    /// <summary>A share that was disposed of may lie in a field for long.</summary>
    [Fact]
    public void Nodes_OfABufferThatHadManyShares_AreCollectedAfterTheLast()
    {
        Trimmed.Rent(10).Dispose(); // from now on a stack of this thread is the home of the buffer
        PooledOwner<int> owner = Trimmed.RentOwner(10);
        int[] array = owner.DangerousGetArray().Array!;
        PooledOwner<int> stale = ShareOften(owner, out WeakReference node);
        PooledOwner<int> again = Trimmed.RentOwner(10);
        Assert.Same(array, again.DangerousGetArray().Array);

        using PooledOwner<int> share = again.Share();
        again.Dispose();
        GC.Collect();

        Assert.False(node.IsAlive);
        Assert.Throws<ObjectDisposedException>(() => stale.Share());
        Assert.Throws<ObjectDisposedException>(() => owner.Share());
        Assert.Equal(10, share.Span.Length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledOwner<int> ShareOften(PooledOwner<int> owner, out WeakReference node)
    {
        PooledOwner<int>[] shares = [.. Enumerable.Range(0, 1_100).Select(_ => owner.Share())];
        node = new WeakReference(shares[500].LiveNode);
        owner.Dispose();
        foreach (PooledOwner<int> share in shares)
            share.Dispose();

        return shares[0];
    }

    [Fact]
    public void Buffer_ThatWasShared_GoesBackToTheFastPath()
    {
        PooledOwner<int> owner = Trimmed.RentOwner(10);
        int[] array = owner.DangerousGetArray().Array!;
        PooledOwner<int> share = owner.Share();
        owner.Dispose();
        share.Dispose();

        using (var again = Trimmed.Rent(10))
            Assert.Same(array, again.DangerousGetArray().Array);

        PoolInvariants.AssertHold(Trimmed.Pool, inUse: 0);
        Trimmed.Pool.Trim();
        Assert.Equal(0, Trimmed.Pool.GetStatistics().Retained);
    }

    [Fact]
    public void LastDispose_OnAnotherThread_GivesTheBufferToThatThread()
    {
        Trimmed.Rent(10).Dispose(); // from now on a stack of this thread is the home of the buffer
        PooledOwner<int> owner = Trimmed.RentOwner(10);
        int[] array = owner.DangerousGetArray().Array!;
        PooledOwner<int> share = owner.Share();
        owner.Dispose();
        int[]? next = null;

        var other = new Thread(() =>
        {
            share.Dispose();
            using PooledOwner<int> again = Trimmed.RentOwner(10);
            next = again.DangerousGetArray().Array;
        });
        other.Start();
        other.Join();

        Assert.Same(array, next);
        PoolInvariants.AssertHold(Trimmed.Pool, inUse: 0);
    }

    [Fact]
    public void RentOwnerAtLeast_HasTheWholeBuffer()
    {
        using PooledOwner<int> owner = Ints.Pool.RentOwnerAtLeast(100);
        using PooledOwner<int> none = Ints.Pool.RentOwnerAtLeast(0);
        using PooledOwner<int> oversize = Ints.Pool.RentOwnerAtLeast(300);

        Assert.Equal((128, 128, 0, 300), (owner.Length, owner.Capacity, none.Length, oversize.Length));
        var exception = Assert.Throws<ArgumentOutOfRangeException>(static () => Ints.Pool.RentOwnerAtLeast(-1));
        Assert.Contains(nameof(Ints.Pool.RentOwnerAtLeast), exception.Message, StringComparison.Ordinal);
    }
}
