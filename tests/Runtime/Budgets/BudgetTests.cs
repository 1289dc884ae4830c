using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Budgets;

/// <summary>What counts against a budget, and what is refused.</summary>
public partial class BudgetTests
{
    // What is never disposed, and never collected.
    private static readonly List<PooledOwner<byte>> s_held = [];

    [PooledBuffer<byte>(MinLength = 16, MaxLength = 1024)]
    private partial struct Bytes;

    [PooledBuffer<long>(MinLength = 16, MaxLength = 1024)]
    private partial struct Longs;

    [PooledBuffer<byte>(MinLength = 16, MaxLength = 1024)]
    private partial struct Shared;

    [PooledBuffer<byte>(MaxLength = 1024, Oversize = OversizePolicy.Throw)]
    private partial struct Strict;

    [PooledBuffer<byte>(MinLength = 16, MaxLength = 1024, Clear = ClearPolicy.OnRent)]
    private partial struct Zeroed;

    [Theory]
    [InlineData(1, 16)]
    [InlineData(100, 128)]
    [InlineData(1024, 1024)]
    [InlineData(3000, 3000)] // oversize
    [InlineData(0, 16)] // because it may grow
    public void TryRentOwner_ChargesTheWholeBufferUntilItsEnd(int length, long charged)
    {
        var budget = new BufferBudget(10_000);

        Assert.True(Bytes.Pool.TryRentOwner(length, budget, out PooledOwner<byte> owner));

        Assert.Equal((length, charged), (owner.Length, budget.InUseBytes));
        owner.Dispose();
        owner.Dispose();
        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public void Budget_CountsTheBytesOfElementsInSeveralPools()
    {
        var budget = new BufferBudget(10_000);

        Assert.True(Bytes.Pool.TryRentOwner(100, budget, out PooledOwner<byte> bytes));
        Assert.True(Longs.Pool.TryRentOwner(100, budget, out PooledOwner<long> longs));

        Assert.Equal(128 + (8 * 128), budget.InUseBytes);
        bytes.Dispose();
        Assert.Equal(8 * 128, budget.InUseBytes);
        longs.Dispose();
        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public void TryRentOwner_WithoutRoom_RentsNothingAndIsCounted()
    {
        var budget = new BufferBudget(256);
        Assert.True(Bytes.Pool.TryRentOwner(128, budget, out PooledOwner<byte> first));
        Assert.True(Bytes.Pool.TryRentOwner(128, budget, out PooledOwner<byte> second));
        long rents = Bytes.Pool.GetStatistics().Rents;

        Assert.False(Bytes.Pool.TryRentOwner(1, budget, out PooledOwner<byte> third));

        Assert.True(third.IsEmpty);
        Assert.Equal((256, 1), (budget.InUseBytes, budget.RefusedCount));
        Assert.Equal(rents, Bytes.Pool.GetStatistics().Rents);
        second.Dispose();
        Assert.True(Bytes.Pool.TryRentOwner(1, budget, out third));
        third.Dispose();
        first.Dispose();
    }

    [Fact]
    public void TryRentOwner_OfTheRentClearingPool_GivesZeros()
    {
        var budget = new BufferBudget(1024);
        for (int i = 0; i < 3; i++)
        {
            Assert.True(Zeroed.Pool.TryRentOwner(100, budget, out PooledOwner<byte> owner));
            Assert.All(owner.ToArray(), static value => Assert.Equal(0, value));
            owner.Span.Fill(7);
            owner.Dispose();
        }
    }

    [Fact]
    public void TryRentOwner_WithWrongArguments_ThrowsAndChargesNothing()
    {
        var budget = new BufferBudget(1024);

        ArgumentOutOfRangeException negative = Assert.Throws<ArgumentOutOfRangeException>(() => Bytes.Pool.TryRentOwner(-1, budget, out _));
        ArgumentOutOfRangeException oversize = Assert.Throws<ArgumentOutOfRangeException>(() => Strict.Pool.TryRentOwner(1025, budget, out _));
        Assert.Throws<ArgumentNullException>("budget", static () => Bytes.Pool.TryRentOwner(1, null!, out _));
        Assert.Throws<ArgumentOutOfRangeException>("maxBytes", static () => new BufferBudget(0));

        Assert.Contains("Bytes.TryRentOwner was asked for -1 elements", negative.Message, StringComparison.Ordinal);
        Assert.Contains("its MaxLength is 1024", oversize.Message, StringComparison.Ordinal);
        Assert.Equal((0, 0), (budget.InUseBytes, budget.RefusedCount));
    }

    [Fact]
    public void Request_LargerThanTheBudget_IsRefused()
    {
        var budget = new BufferBudget(256);

        Assert.False(Bytes.Pool.TryRentOwner(1000, budget, out _));

        Assert.Equal((0, 1), (budget.InUseBytes, budget.RefusedCount));
    }

    [Fact]
    public void Share_CountsOnceAndUntilTheLastHolderEnds()
    {
        var budget = new BufferBudget(1024);
        Assert.True(Bytes.Pool.TryRentOwner(100, budget, out PooledOwner<byte> owner));
        PooledOwner<byte> share = owner.Share(), other = share.Share();

        Assert.Equal(128, budget.InUseBytes);
        owner.Dispose();
        share.Dispose();
        Assert.Equal(128, budget.InUseBytes);
        other.Dispose();
        Assert.Equal(0, budget.InUseBytes);
    }

    /// <summary>A buffer that was shared remembers the stack to which its last holder may return it at once. A charged one takes the slow path.</summary>
    [Fact]
    public void Share_OfABufferThatWasSharedBefore_ReleasesTheBytes()
    {
        var budget = new BufferBudget(1024);
        using (PooledOwner<byte> before = Bytes.RentOwner(100))
            before.Share().Dispose();

        Assert.True(Bytes.Pool.TryRentOwner(100, budget, out PooledOwner<byte> owner));
        PooledOwner<byte> share = owner.Share();
        owner.Dispose();
        share.Dispose();

        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public void Resize_OfAShare_IsChargedAsTheOwnerWas()
    {
        var budget = new BufferBudget(1024);
        Assert.True(Bytes.Pool.TryRentOwner(100, budget, out PooledOwner<byte> owner));
        PooledOwner<byte> share = owner.Share();

        share = share.Resize(100);
        Assert.Equal(256, budget.InUseBytes); // a copy, because the owner has the first buffer
        owner.Dispose();
        share = share.Resize(200);

        Assert.Equal(256, budget.InUseBytes);
        Assert.Throws<InsufficientMemoryException>(() => share.Resize(1000));
        share.Dispose();
        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public void Resize_OfTheLastShareWithinItsArray_TakesNoMoreOfAFullBudget()
    {
        var budget = new BufferBudget(1024);
        Assert.True(Bytes.Pool.TryRentOwner(1000, budget, out PooledOwner<byte> owner));
        PooledOwner<byte> share = owner.Share();
        owner.Dispose();

        share = share.Resize(500).Resize(1024);

        Assert.Equal((1024, 0), (budget.InUseBytes, budget.RefusedCount));
        share.Dispose();
        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public void Resize_FromLength0_IsCharged()
    {
        var budget = new BufferBudget(1024);
        Assert.True(Bytes.Pool.TryRentOwner(0, budget, out PooledOwner<byte> owner));

        owner = owner.Resize(500);

        Assert.Equal(512, budget.InUseBytes);
        owner.Dispose();
        using var writer = new PooledBufferWriter<byte>(Bytes.Pool, budget: budget);
        using PooledOwner<byte> empty = writer.Detach();
        Assert.Equal((0, 256 + 16), (empty.Length, budget.InUseBytes));
    }

    /// <summary>A share that fails may be the last holder of a later rental, which is then a charged one.</summary>
    [Fact]
    public void Return_WhileAShareOfAnEndedOwnerFails_ReleasesTheBytesWithThatShare()
    {
        var budget = new BufferBudget(1024);
        PooledOwner<byte> ended = Shared.RentOwner(100);
        ended.Share().Dispose();
        PooledNode buffer = ended.LiveNode!;
        ended.Dispose();
        Assert.True(Shared.Pool.TryRentOwner(100, budget, out PooledOwner<byte> owner));
        Assert.Same(buffer, owner.LiveNode);

        // The steps of Shares.Share on another thread, with the end of the owner between them.
        PooledNode share = buffer.Shares!.TakeNode();
        owner.Dispose();
        Assert.Equal(128, budget.InUseBytes);
        Assert.True(buffer.Shares.GiveUpHold(share));
        Shared.Pool.ReturnShared(buffer);

        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public void DetachSlice_KeepsTheCharge()
    {
        var budget = new BufferBudget(1024);
        Assert.True(Bytes.Pool.TryRentOwner(100, budget, out PooledOwner<byte> owner));

        PooledOwner<byte> part = owner.DetachSlice(10, 20);
        owner.Dispose();

        Assert.Equal(128, budget.InUseBytes);
        part.Dispose();
        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public void Resize_OfAChargedOwner_StaysWithinTheBudget()
    {
        var budget = new BufferBudget(512);
        Assert.True(Bytes.Pool.TryRentOwner(100, budget, out PooledOwner<byte> owner));
        owner.Span.Fill(7);

        owner = owner.Resize(200);

        Assert.Equal(256, budget.InUseBytes);
        Assert.True(owner.Span.Slice(0, 100).IndexOfAnyExcept((byte)7) < 0);
        InsufficientMemoryException refused = Assert.Throws<InsufficientMemoryException>(() => owner.Resize(300));
        Assert.Contains("A buffer of 512 bytes", refused.Message, StringComparison.Ordinal);
        Assert.Contains("256 of 512 bytes in use", refused.Message, StringComparison.Ordinal);
        Assert.Equal((256, 1), (budget.InUseBytes, budget.RefusedCount));
        Assert.Equal(7, owner[99]); // it stays valid
        owner.Dispose();
        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public void Buffer_OfAChargedRental_IsFreeForRentalsWithoutABudget()
    {
        var budget = new BufferBudget(1024);
        Assert.True(Bytes.Pool.TryRentOwner(100, budget, out PooledOwner<byte> charged));
        charged.Dispose();

        for (int i = 0; i < 3; i++)
        {
            using PooledOwner<byte> owner = Bytes.RentOwner(100);
            Assert.Equal(0, budget.InUseBytes);
        }
    }

    [Fact]
    public void Request_OfATenant_MustFitIntoBothBudgets()
    {
        var process = new BufferBudget(300, "process");
        var tenant = new BufferBudget(200, "tenant", process);
        var other = new BufferBudget(1000, "other", process);

        Assert.True(Bytes.Pool.TryRentOwner(128, tenant, out PooledOwner<byte> first));
        Assert.False(Bytes.Pool.TryRentOwner(128, tenant, out _)); // the tenant has no room
        Assert.True(Bytes.Pool.TryRentOwner(128, other, out PooledOwner<byte> second));
        Assert.False(Bytes.Pool.TryRentOwner(64, tenant, out _)); // the process has none

        Assert.Equal((256, 128, 128), (process.InUseBytes, tenant.InUseBytes, other.InUseBytes));
        Assert.Equal((1, 2, 0), (process.RefusedCount, tenant.RefusedCount, other.RefusedCount));
        first.Dispose();
        second.Dispose();
        Assert.Equal((0, 0, 0), (process.InUseBytes, tenant.InUseBytes, other.InUseBytes));
        Assert.StartsWith("budget tenant: 0 of 200 bytes in use, ", tenant.ToString(), StringComparison.Ordinal);
        Assert.EndsWith(", 2 refused", tenant.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Stream_BeyondTheBudget_ThrowsAndKeepsItsBytes()
    {
        var budget = new BufferBudget(14_000);
        using (var stream = new PooledStream(SharedBuffer<byte>.Pool, budget: budget))
        {
            stream.Write(Enumerable.Repeat((byte)7, 5000).ToArray(), 0, 5000);
            Assert.True(budget.InUseBytes is >= 5000 and <= 14_000);

            Assert.Throws<InsufficientMemoryException>(() => stream.Write(new byte[20_000], 0, 20_000));
            Assert.Throws<InsufficientMemoryException>(() => stream.SetLength(50_000));

            Assert.True(budget.InUseBytes is >= 5000 and <= 14_000);
            stream.Position = 0;
            byte[] read = new byte[5000];
            Assert.Equal(5000, stream.Read(read, 0, 5000));
            Assert.All(read, static value => Assert.Equal(7, value));
        }

        Assert.Equal(0, budget.InUseBytes);
    }

    /// <summary>The room that a serializer asked for may be refused. The Advance behind it may not, because the bytes are written then.</summary>
    [Fact]
    public void Stream_WithRoomThatSpansSegments_RefusesTheRoomAndNotTheAdvance()
    {
        var budget = new BufferBudget(64 * 1024);
        using (var stream = new PooledStream(SharedBuffer<byte>.Pool, budget: budget))
        {
            Assert.Throws<InsufficientMemoryException>(() => stream.GetMemory(40_000));

            Memory<byte> room = stream.GetMemory(10_000);
            room.Span.Fill(7);
            stream.Advance(room.Length);

            Assert.Equal(room.Length, stream.Length);
        }

        Assert.Equal(0, budget.InUseBytes);
    }

    /// <summary>Its first growth would take 16 KB.</summary>
    [Theory]
    [InlineData(1024, 500)]
    [InlineData(4096, 2000)]
    [InlineData(16 * 1024, 8000)]
    public void Writer_WithoutRoomForTwiceItsLength_AsksForWhatItNeeds(int maxBytes, int length)
    {
        var budget = new BufferBudget(maxBytes);
        using (var writer = new PooledBufferWriter<byte>(SharedBuffer<byte>.Pool, budget: budget))
        {
            writer.Write(new byte[length]);

            Assert.Equal(length, writer.WrittenCount);
            Assert.Equal(writer.Capacity, budget.InUseBytes);
        }

        Assert.Equal(0, budget.InUseBytes);
    }

    [Fact]
    public void Writer_BeyondTheBudget_ThrowsAndKeepsItsElements()
    {
        var budget = new BufferBudget(40_000);
        using (var writer = new PooledBufferWriter<byte>(SharedBuffer<byte>.Pool, budget: budget))
        {
            writer.Write(new byte[256]);
            writer.Write(new byte[] { 7 }); // 16 KB, and the old array until the copy is done

            Assert.Throws<InsufficientMemoryException>(() => writer.Write(new byte[20_000]));

            Assert.Equal(257, writer.WrittenCount);
            Assert.Equal(7, writer.WrittenSpan[256]);
            Assert.Equal(writer.Capacity, budget.InUseBytes);
            using PooledOwner<byte> detached = writer.Detach();
            Assert.Equal(detached.Capacity, budget.InUseBytes);
        }

        Assert.Equal(0, budget.InUseBytes);
        Assert.Throws<InsufficientMemoryException>(static () => new PooledBufferWriter<byte>(SharedBuffer<byte>.Pool, budget: Full()));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void MemoryPool_BeyondTheBudget_ThrowsAtOnce(bool reuseOwners)
    {
        var budget = new BufferBudget(2048);
        System.Buffers.MemoryPool<byte> pool = Bytes.Pool.MemoryPoolOf(reuseOwners, budget);
        System.Buffers.IMemoryOwner<byte> first = pool.Rent(1000), second = pool.Rent(1000);
        Assert.Equal(1024, first.Memory.Length);

        Assert.Throws<InsufficientMemoryException>(() => pool.Rent(1));
        Assert.Throws<ArgumentOutOfRangeException>("minBufferSize", () => pool.Rent(-2));

        Assert.Equal((2048, 1), (budget.InUseBytes, budget.RefusedCount));
        first.Dispose();
        first.Dispose();
        Assert.Equal(1024, budget.InUseBytes);
        pool.Rent().Dispose();
        second.Dispose();
        Assert.Equal(0, budget.InUseBytes);
    }

    private static BufferBudget Full()
    {
        var budget = new BufferBudget(16);
        Assert.True(Bytes.Pool.TryRentOwner(1, budget, out PooledOwner<byte> held));
        s_held.Add(held);
        return budget;
    }
}
