using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Budgets;

/// <summary>A rental that no code can end any more gives its bytes back when it is collected, and never its array.</summary>
public partial class LostRentalTests
{
    private static readonly BufferBudget s_ofFinalizers = new(1 << 20);

    [PooledBuffer<byte>(MinLength = 16, MaxLength = 1024)]
    private partial struct Bytes;

    [PooledBuffer<long>(MinLength = 16, MaxLength = 1024)]
    private partial struct Kept;

    [PooledBuffer<short>(MinLength = 16, MaxLength = 1024)]
    private partial struct Resurrected;

    [PooledBuffer<int>(MinLength = 16, MaxLength = 1024)]
    private partial struct Returning;

    public static TheoryData<string, Func<BufferBudget, object?>> Holders => new()
    {
        { "an owner", static budget => Rent(budget) },
        { "an owner of length 0", static budget => Rent(budget, 0) },
        { "an oversize owner", static budget => Rent(budget, 5000) },
        { "an owner that was resized", static budget => Rent(budget).Resize(500) },
        { "an owner that was resized in place", static budget => Rent(budget).Resize(120) },
        { "a part", static budget => Rent(budget).DetachSlice(10, 10) },
        { "two shares", static budget => (Rent(budget).Share(), Rent(budget).Share()) },
        { "the last share", LastShare },
        { "an owner beside a share", BesideAShare },
        { "an owner as an interface", static budget => (IMemoryOwner<byte>)Rent(budget) },
        { "a block", static budget => Bytes.Pool.AsMemoryPool(budget).Rent(100) },
        { "a block of a reused owner", static budget => Bytes.Pool.DangerousAsMemoryPool(budget).Rent(100) },
        { "a stream", Stream },
        { "a writer", Writer },
        { "the owner of a writer", static budget => ((PooledBufferWriter<byte>)Writer(budget)).Detach() },
        { "an owner of a pool of one's own", OwnPool },
    };

    [Theory]
    [MemberData(nameof(Holders))]
    public void Collection_OfALostHolder_GivesItsBytesBack(string holder, Func<BufferBudget, object?> rent)
    {
        var parent = new BufferBudget(1 << 20);
        var budget = new BufferBudget(1 << 20, parent: parent);
        long inUse = Bytes.Pool.GetStatistics().InUse;
        WarmUp();

        for (int round = 0; round < 3; round++)
        {
            Lose(rent, budget);
            Assert.True(budget.InUseBytes > 0, holder);
            Assert.True(Collections.Until(() => budget.InUseBytes == 0), $"{holder}: {budget}");
        }

        Assert.Equal(0, parent.InUseBytes);
        Assert.True(Collections.Until(() => Bytes.Pool.GetStatistics().InUse <= inUse), $"{holder}: {Bytes.Pool}");
    }

    [Fact]
    public void Collection_OfALostOwner_LeavesItsArrayToItsMemory()
    {
        var budget = new BufferBudget(1 << 20);
        Memory<long> memory = LoseOwner();

        Assert.True(Collections.Until(() => budget.InUseBytes == 0), budget.ToString());

        for (int i = 0; i < 100; i++)
        {
            Assert.True(Kept.Pool.TryRentOwner(100, budget, out PooledOwner<long> next));
            next.Span.Fill(2);
            next.Dispose();
        }

        Assert.Equal(-1, memory.Span.IndexOfAnyExcept(1));
        PoolInvariants.AssertHold(Kept.Pool, inUse: 0);

        [MethodImpl(MethodImplOptions.NoInlining)]
        Memory<long> LoseOwner()
        {
            Assert.True(Kept.Pool.TryRentOwner(100, budget, out PooledOwner<long> owner));
            owner.Span.Fill(1);
            return owner.Memory;
        }
    }

    [Fact]
    public void Collection_OfHeldOwners_GivesNothingBack()
    {
        var budget = new BufferBudget(1 << 20);
        PooledOwner<byte>[] owners = [.. Enumerable.Range(0, 10).Select(_ => Rent(budget))];

        Collections.Several();

        Assert.Equal(10 * 128, budget.InUseBytes);
        foreach (PooledOwner<byte> owner in owners)
            owner.Dispose();
        Assert.Equal(0, budget.InUseBytes);
    }

    /// <summary>Of the finalizers that the collector runs after one another, the holder's may come first or last.</summary>
    [Fact]
    public void Owner_ThatAFinalizerDisposes_GivesItsBytesBackOnce()
    {
        var budget = new BufferBudget(1 << 20);
        long misuse = Resurrected.Pool.GetStatistics().MisuseCount;

        for (int round = 0; round < 3; round++)
        {
            LoseSessions();
            Assert.True(Collections.Until(() => budget.InUseBytes == 0), budget.ToString());
            Collections.Several();
            Assert.Equal(0, budget.InUseBytes);
        }

        Assert.Equal(misuse, Resurrected.Pool.GetStatistics().MisuseCount);
        PoolInvariants.AssertHold(Resurrected.Pool, inUse: 0);

        [MethodImpl(MethodImplOptions.NoInlining)]
        void LoseSessions()
        {
            for (int i = 0; i < 200; i++)
            {
                Assert.True(Resurrected.Pool.TryRentOwner(100, budget, out PooledOwner<short> owner));
                _ = new DisposingSession(owner);
            }
        }
    }

    /// <summary>
    /// The finalizer of the holder returns the buffer and rents it again, before the bytes of its lost rental came back. The new rental keeps its bytes.
    /// </summary>
    [Fact]
    public void Owner_OfABufferThatAFinalizerReturned_KeepsItsBytes()
    {
        LoseSessions();
        Assert.True(Collections.Until(static () => RentingSession.Finalized == 200));
        Collections.Several();

        Assert.Equal(RentingSession.Rented.Count * 128 * sizeof(int), s_ofFinalizers.InUseBytes);
        foreach (PooledOwner<int> owner in RentingSession.Rented)
            owner.Dispose();

        Assert.Equal(0, s_ofFinalizers.InUseBytes);
        PoolInvariants.AssertHold(Returning.Pool, inUse: 0);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void LoseSessions()
        {
            for (int i = 0; i < 200; i++)
            {
                Assert.True(Returning.Pool.TryRentOwner(100, s_ofFinalizers, out PooledOwner<int> owner));
                _ = new RentingSession(owner);
            }
        }
    }

    [Fact]
    public void Refusal_WhileBytesAreLost_BringsThemBackWithoutACollectionOfTheCaller()
    {
        var budget = new BufferBudget(256);
        Lose(static budget => Rent(budget, 256), budget);

        Assert.False(Bytes.Pool.TryRentOwner(1, budget, out _));

        // One that another test asked for may have come a moment before.
        Assert.True(SpinWait.SpinUntil(() => budget.InUseBytes == 0, TimeSpan.FromSeconds(30)), budget.ToString());
    }

    private static PooledOwner<byte> Rent(BufferBudget budget, int length = 100)
    {
        Assert.True(Bytes.Pool.TryRentOwner(length, budget, out PooledOwner<byte> owner));
        return owner;
    }

    private static object OwnPool(BufferBudget budget)
    {
        Assert.True(new PooledArrayPool<byte>(1024).Pool.TryRentOwner(100, budget, out PooledOwner<byte> owner));
        return owner;
    }

    private static object LastShare(BufferBudget budget)
    {
        using PooledOwner<byte> owner = Rent(budget);
        return owner.Share();
    }

    private static object BesideAShare(BufferBudget budget)
    {
        PooledOwner<byte> owner = Rent(budget);
        owner.Share().Dispose();
        return owner;
    }

    private static object Stream(BufferBudget budget)
    {
        var stream = new PooledStream(Bytes.Pool, budget: budget);
        stream.Write(new byte[3000], 0, 3000);
        return stream;
    }

    private static object Writer(BufferBudget budget)
    {
        var writer = new PooledBufferWriter<byte>(Bytes.Pool, budget: budget);
        writer.GetSpan(500);
        writer.Advance(400);
        return writer;
    }

    // So that the stack has popped the buffers, and refers to them.
    private static void WarmUp()
    {
        using PooledOwner<byte> first = Bytes.RentOwner(100), second = Bytes.RentOwner(100);
        first.Dispose();
        Bytes.RentOwner(100).Dispose();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Lose(Func<BufferBudget, object?> rent, BufferBudget budget) => Assert.NotNull(rent(budget));

    private sealed class DisposingSession(PooledOwner<short> owner)
    {
        ~DisposingSession() => owner.Dispose();
    }

    private sealed class RentingSession(PooledOwner<int> owner)
    {
        private static int s_finalized;

        public static List<PooledOwner<int>> Rented { get; } = [];

        public static int Finalized => Volatile.Read(ref s_finalized);

        ~RentingSession()
        {
            owner.Dispose();
            if (Returning.Pool.TryRentOwner(100, s_ofFinalizers, out PooledOwner<int> next))
                Rented.Add(next);

            Interlocked.Increment(ref s_finalized);
        }
    }
}
