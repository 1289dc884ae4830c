using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;

namespace PooledGen.Checking.Tests;

/// <summary>
/// Secrets in checked rentals: a buffer that waits in quarantine shows the pattern of returned memory and nothing else, and a report that fails leaves no
/// secret behind. Here a report fails because its record knows no pool; in a program it fails because there is no memory.
/// </summary>
public partial class SecretTests : IDisposable
{
    private const byte Secret = 7;

    [PooledBuffer<byte>(MaxLength = 4096, Clear = ClearPolicy.OnReturn)]
    private partial struct Grown;

    // What a test loses on purpose is found now, and not by the listener of a later test.
    public void Dispose()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    [Theory]
    [InlineData(100)]
    [InlineData(5000)] // oversize
    public void Return_ToTheQuarantine_LeavesThePatternOnly(int length)
    {
        using RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Secrets.RentOwner(length);
        byte[] array = owner.DangerousGetArray().Array!;
        owner.Span.Fill(Secret);

        owner.Dispose();

        Assert.All(array, static element => Assert.Equal(Pattern.Returned, element));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Return_AfterAnOverrun_LeavesThePatternOnly(bool isOwner)
    {
        RentalCheck check = RentalCheck.Start();
        var renter = Secrets.Rent(100);
        byte[] array = renter.DangerousGetArray().Array!;
        array.AsSpan().Fill(Secret);

        if (isOwner)
            renter.Detach().Dispose();
        else
            renter.Dispose();

        Assert.Equal(PoolMisuseKind.Overrun, Misuse.FindingOf(check).Kind);
        Assert.All(array, static element => Assert.Equal(Pattern.Returned, element));
    }

    [Fact]
    public void Dispose_OfAnOwnerWhoseOverrunCannotBeReported_ClearsTheArrayAndLosesNone()
    {
        PooledNode node = Secrets.Pool.RentOwned(100);
        BreakReports(node, Secrets.Pool);
        node.Elements<byte>().Fill(Secret);

        node.ReturnOwned(node.Generation);

        Assert.Equal(0, Secrets.Pool.GetStatistics().InUse);
        Assert.All(node.Elements<byte>().ToArray(), static element => Assert.Equal(0, element));
    }

    [Fact]
    public void Dispose_OfARenterWhoseOverrunCannotBeReported_LeavesNoSecretAndLosesNoArray()
    {
        PooledNode node = Secrets.Pool.RentOwned(100);
        BreakReports(node, Secrets.Pool);
        PooledNode.GetArray(Secrets.Pool, node, node.UnsafeAsSpan<byte>(100)).Array.AsSpan().Fill(Secret);

        node.ReturnCleared(node.Generation, node.UnsafeAsSpan<byte>(100));

        Assert.Equal(0, Secrets.Pool.GetStatistics().InUse);
        Assert.DoesNotContain(Secret, node.Elements<byte>().ToArray());
    }

    [Fact]
    public void Growth_OfAWriterWhoseLastArrayCannotBeReported_LosesNone()
    {
        // The array that the first growth takes is the one that was returned here last.
        PooledNode node = Grown.Pool.RentOwned(4096);
        node.ReturnOwned(node.Generation);
        BreakReports(node, Grown.Pool);
        var storage = new WriterStorage<byte>(Grown.Pool);
        storage.Enlarge(default, length: 0, additional: 100).Fill(Secret);

        storage.Enlarge(node.UnsafeAsSpan<byte>(4096), length: 4096, additional: 1000);
        storage.End(default);

        Assert.Equal(0, Grown.Pool.GetStatistics().InUse);
        Assert.DoesNotContain(Secret, node.Elements<byte>().ToArray());
    }

    // A node with a checked rental whose report throws, as it does without memory.
    private static void BreakReports(PooledNode node, BufferPool<byte> pool)
    {
        RentalCheck.Start().Dispose(); // from then on the pool watches rentals
        node.Home = PoolParts.RosterOf(pool).ClosedStack;
        node.Rental = new CheckedRental(pool: null!, length: 1, node.Capacity, node.Generation, check: null, isSample: true);
        GC.SuppressFinalize(node.Rental);
    }
}
