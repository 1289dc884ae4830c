namespace PooledGen.Checking.Tests;

/// <summary>Who hears of findings.</summary>
public class MisuseFoundTests
{
    [Fact]
    public void MisuseFound_WithAFinding_SaysWhichPoolAndHoldsNoLock()
    {
        var heard = new List<(object? Pool, PoolMisuse Misuse)>();
        using var listener = new Listener((pool, misuse) =>
        {
            // On another thread: a lock that this one holds would be felt.
            Task.Run(static () => Bytes.RentOwner(10).Dispose()).GetAwaiter().GetResult();
            heard.Add((pool, misuse));
        });
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> overrun = Bytes.RentOwner(100);
        Misuse.ArrayOf(overrun.Memory)[100] = 1;

        overrun.Dispose();
        overrun.Dispose();
        Bytes.RentOwner(100);

        PoolMisuse[] thrown = Misuse.FindingsOf(check);
        Assert.Equal([PoolMisuseKind.Overrun, PoolMisuseKind.ReturnedTwice, PoolMisuseKind.NotReturned], thrown.Select(static misuse => misuse.Kind));
        Assert.Equal(thrown, heard.Select(static found => found.Misuse));
        Assert.All(heard, static found => Assert.Same(Bytes.Pool, found.Pool));
    }

    [Fact]
    public void MisuseFound_WithAHandlerThatThrows_CallsTheOthersAndEndsTheRental()
    {
        int heard = 0;
        using var throwing = new Listener(static (_, _) => throw new InvalidOperationException("The handler's own."));
        using var counting = new Listener((_, _) => heard++);
        long inUse = Bytes.Pool.GetStatistics().InUse;
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> overrun = Bytes.RentOwner(100);
        Misuse.ArrayOf(overrun.Memory)[100] = 1;

        overrun.Dispose();

        Assert.Equal((1, inUse), (heard, Bytes.Pool.GetStatistics().InUse));
        Assert.Throws<PoolMisuseException>(check.Dispose);
    }

    [Fact]
    public void MisuseFound_AfterTheCheck_StillHearsOfItsRentals()
    {
        var heard = new List<PoolMisuse>();
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> overrun = Bytes.RentOwner(100);
        Assert.Throws<PoolMisuseException>(check.Dispose);
        using var listener = new Listener((_, misuse) => heard.Add(misuse));
        Misuse.ArrayOf(overrun.Memory)[100] = 1;

        overrun.Dispose();

        Assert.Equal(PoolMisuseKind.Overrun, Assert.Single(heard).Kind);
    }
}
