namespace PooledGen.Checking.Tests;

/// <summary>Returned buffers wait, within bounds, and count as retained.</summary>
public partial class QuarantineTests
{
    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Few;

    [PooledBuffer<byte>(MaxLength = 4 * 1024 * 1024)]
    private partial struct Large;

    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct Leaving;

    [PooledBuffer<long>(MaxLength = 1024)]
    private partial struct Counted;

    [Fact]
    public void Rent_AfterAReturn_GetsAnotherBuffer()
    {
        using RentalCheck check = RentalCheck.Start();
        byte[] first = RentAndReturn();

        byte[] second = RentAndReturn();

        Assert.NotSame(first, second);
    }

    [Fact]
    public void Return_OfMoreThanWait_ReusesTheOldestFirst()
    {
        using RentalCheck check = RentalCheck.Start();
        Few.Pool.Trim();

        byte[][] arrays = [.. Enumerable.Range(0, Quarantine.MaxCount + 2).Select(static _ => RentAndReturn())];

        Assert.Equal(Quarantine.MaxCount + 1, arrays.Distinct().Count());
        Assert.Same(arrays[0], arrays[^1]);
    }

    [Fact]
    public void Return_OfMoreBytesThanWait_KeepsTheNewestAtLeast()
    {
        const int length = 4 * 1024 * 1024;
        using RentalCheck check = RentalCheck.Start();

        for (int i = 0; i < 5; i++)
            Large.RentOwner(length).Dispose();

        // Two wait; the third one pushes out the first, which the fourth rental takes.
        Assert.Equal((3, 3), (Large.Pool.GetStatistics().Misses, Large.Pool.GetStatistics().Retained));
    }

    // A program trims when it is out of memory.
    [Fact]
    public void Trim_OfBuffersInQuarantine_AllocatesNothing()
    {
        using RentalCheck check = RentalCheck.Start();
        long allocated = 0;
        for (int round = 0; round < 2; round++)
        {
            for (int i = 0; i < 3; i++)
                RentAndReturn();

            long before = GC.GetAllocatedBytesForCurrentThread();
            Few.Pool.Trim();
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        }

        Assert.Equal((0, 0), (allocated, Few.Pool.GetStatistics().Retained));
    }

    // What leaves is looked at, which takes a while.
    [Fact]
    public void Statistics_WhileBuffersLeave_AreExact()
    {
        using RentalCheck check = RentalCheck.Start();
        for (int round = 0; round < 20; round++)
        {
            PooledOwner<byte>[] owners = [.. Enumerable.Range(0, 100).Select(static _ => Leaving.RentOwner(64 * 1024))];
            foreach (PooledOwner<byte> owner in owners)
                owner.Dispose();

            var trimmer = new Thread(Leaving.Pool.Trim);
            trimmer.Start();
            bool isOver;
            do
            {
                isOver = trimmer.Join(0);
                PoolStatistics statistics = Leaving.Pool.StatisticsAtRest;
                Assert.Equal(0, statistics.InUse);
                Assert.Equal(statistics.Misses, statistics.Retained + statistics.Trimmed + statistics.Dropped + statistics.Evicted);
            }
            while (!isOver);
        }
    }

    [Fact]
    public void Write_WhileItWaits_IsFoundWhenTheBufferLeavesToBeRented()
    {
        RentalCheck check = RentalCheck.Start();
        RentAndReturn()[3] = 1;

        for (int i = 0; i < Quarantine.MaxCount; i++)
            RentAndReturn();

        Assert.Equal(PoolMisuseKind.WriteAfterReturn, Assert.Single(check.Findings).Kind);
        Assert.Throws<PoolMisuseException>(check.Dispose);
    }

    [Fact]
    public void Write_WhenItWaitsNoLonger_IsFoundAtTheNextRent()
    {
        using RentalCheck check = RentalCheck.Start();
        byte[] array = RentAndReturn();
        RentalCheck.VerifyQuarantines();
        array[3] = 1;
        Assert.Empty(check.Findings);

        Assert.Same(array, RentAndReturn());

        PoolMisuse finding = Assert.Single(check.Findings);
        Assert.Equal((PoolMisuseKind.WriteAfterReturn, 3), (finding.Kind, finding.Written?.Start.Value));
        Assert.Throws<PoolMisuseException>(check.Verify);
    }

    [Fact]
    public void Statistics_UnderACheck_AreExact()
    {
        using (RentalCheck.Start())
        {
            Counted.RentOwner(1000).Dispose();
            Counted.RentOwner(10).Dispose();
            Counted.RentOwner(2000).Dispose(); // oversize: waits too, and is not the pool's
            using PooledOwner<long> owner = Counted.RentOwner(10);

            PoolStatistics during = Counted.Pool.GetStatistics();
            Assert.Equal((4, 3, 1), (during.Rents, during.Misses, during.Oversize));
            Assert.Equal((1, 2, (1024 + 16) * sizeof(long)), (during.InUse, during.Retained, during.RetainedBytes));
        }

        PoolStatistics after = Counted.Pool.GetStatistics();
        Assert.Equal((0, 3, 0, 0), (after.InUse, after.Retained, after.Trimmed, after.Dropped));
    }

    [Fact]
    public void Trim_UnderACheck_LooksAtWhatWaitsAndLetsItGo()
    {
        RentalCheck check = RentalCheck.Start();
        RentAndReturn()[3] = 1;
        long trimmed = Few.Pool.GetStatistics().Trimmed;

        Few.Pool.Trim();

        Assert.Equal(0, Few.Pool.GetStatistics().Retained);
        Assert.True(Few.Pool.GetStatistics().Trimmed > trimmed);
        Assert.Equal(PoolMisuseKind.WriteAfterReturn, Misuse.FindingOf(check).Kind);
    }

    private static byte[] RentAndReturn()
    {
        using PooledOwner<byte> owner = Few.RentOwner(64);
        return Misuse.ArrayOf(owner.Memory);
    }
}
