namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>Renters of one length: there is no length to ask for, and one size class.</summary>
public sealed partial class OneLengthTests() : PoolTests<byte>(Block.Pool)
{
    [PooledBuffer<byte>(Length = 4096)]
    private partial struct Block;

    [PooledBuffer<int>(Length = 1500, Clear = ClearPolicy.OnReturn)]
    private partial struct Secret;

    [PooledBuffer<string>(Length = 1, Clear = ClearPolicy.OnRent, Oversize = OversizePolicy.Throw)]
    private partial struct Single;

    [PooledBuffer<byte>(Length = 100)]
    private partial struct AllocationsOnly;

    [PooledBuffer<byte>(Length = 100)]
    private partial struct Twice;

    [PooledBuffer<byte>(Length = 100)]
    private partial struct Mixed;

    [PooledBuffer<byte>(Length = 100)]
    private partial struct Counted;

    // Its own pool: threads of other tests, which have ended, may give free buffers back to theirs at any time.
    [PooledBuffer<byte>(Length = 100)]
    private partial struct Trimmed;

    [Fact]
    public void Rent_GivesTheLength()
    {
        using var block = Block.Rent();
        using var secret = Secret.Rent();
        using var single = Single.Rent();

        Assert.Equal((4096, 4096, 4096), (block.Length, block.Span.Length, block.Capacity));
        Assert.Equal((1500, 1500), (secret.Length, secret.Capacity));
        Assert.Equal((1, 1), (single.Length, single.Capacity));
    }

    [Fact]
    public void Pool_HasOneSizeClass()
    {
        Assert.Equal([4096], Block.Pool.SizeClassLengths);
        Assert.Equal([1500], Secret.Pool.SizeClassLengths);
        Assert.Equal([1], Single.Pool.SizeClassLengths);
        Assert.Equal((1500, 1500), (Secret.Pool.MinLength, Secret.Pool.MaxLength));
    }

    [Fact]
    public void Rent_OfAFreeBuffer_CountsOneRentAndTakesOneBuffer()
    {
        for (int i = 0; i < 3; i++)
        {
            using var block = Counted.Rent();
            Assert.Equal(0, Counted.Pool.GetStatistics().Retained);
        }

        PoolStatistics statistics = Counted.Pool.GetStatistics();
        Assert.Equal((2, 1, 1), (statistics.Hits, statistics.Misses, statistics.Retained));
    }

    [Fact]
    public void Rent_AfterThePoolHasRentedOnTheThread_GivesThatArray()
    {
        byte[]? array, again = null, elsewhere = null;
        using (PooledOwner<byte> owner = Mixed.Pool.RentOwner(10))
            array = owner.DangerousGetArray().Array;

        for (int i = 0; i < 3; i++)
        {
            using var block = Mixed.Rent();
            again = block.DangerousGetArray().Array;
            var thread = new Thread(() =>
            {
                using var other = Mixed.Rent();
                elsewhere = other.DangerousGetArray().Array;
            });
            thread.Start();
            thread.Join();
        }

        Assert.Same(array, again);
        Assert.NotSame(array, elsewhere);

        Assert.Equal(0, Mixed.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Rent_AfterTrim_RentsAnew()
    {
        Trimmed.Rent().Dispose();
        long misses = Trimmed.Pool.GetStatistics().Misses;
        Trimmed.Pool.Trim();
        using var block = Trimmed.Rent();
        Assert.Equal(misses + 1, Trimmed.Pool.GetStatistics().Misses);
    }

    [Fact]
    public void RentOwner_GivesTheLength()
    {
        using PooledOwner<byte> owner = Block.RentOwner();
        Assert.Equal(4096, owner.Length);
    }

    [Fact]
    public void Rent_AfterDispose_GivesTheSameArray()
    {
        var first = Twice.Rent();
        byte[] array = first.DangerousGetArray().Array!;
        first.Dispose();
        first.Dispose();

        using var second = Twice.Rent();
        Assert.Same(array, second.DangerousGetArray().Array);
        Assert.Equal(1, Twice.Pool.GetStatistics().MisuseCount);
    }

    [Fact]
    public void Clear_OnReturnAndOnRent_IsKept()
    {
        int[] array;
        using (var secret = Secret.Rent())
        {
            array = secret.DangerousGetArray().Array!;
            secret[1499] = 5;
        }

        Assert.Equal(0, array[1499]);
        using (var single = Single.Rent())
            single[0] = "left";

        using PooledOwner<string> owner = Single.RentOwner();
        Assert.Null(owner[0]);
    }

    [Fact]
    public void Writer_GrowsBeyondTheLengthAsThePolicySays()
    {
        using PooledBufferWriter<byte> writer = Block.Pool.CreateBufferWriter();
        writer.Write(new byte[5000]);
        Assert.Equal(5000, writer.WrittenCount);

        using PooledBufferWriter<string> words = Single.Pool.CreateBufferWriter(1);
        words.Write(["one"]);
        Assert.Throws<ArgumentOutOfRangeException>(() => words.Write(["two"]));
    }

    [Fact]
    public void Rent_Again_AllocatesNothing()
        => Assert.Equal(0, Allocations.Of(static () =>
        {
            using var block = AllocationsOnly.Rent();
            block[^1] = 1;
        }));
}
