using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Budgets;

/// <summary>
/// The bytes of ended rentals that a budget keeps for its next one: no request sees them, however near the limit it is. A budget keeps them from the end of its
/// first rental on.
/// </summary>
public partial class SpareBytesTests
{
    private readonly BufferBudget _process = new(1024);

    [PooledBuffer<byte>(MinLength = 16, MaxLength = 1024)]
    private partial struct Bytes;

    [Fact]
    public void Figures_WithSpareBytes_DoNotShowThem()
    {
        BufferBudget tenant = CreateWithSpareBytes(512);

        Assert.Equal((0, 0), (_process.InUseBytes, tenant.InUseBytes));
        Assert.StartsWith("budget: 0 of 1024 bytes in use", CreateWithSpareBytes(512).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Rental_OfSpareBytes_IsInUse()
    {
        BufferBudget tenant = CreateWithSpareBytes(512);

        Assert.True(Bytes.Pool.TryRentOwner(128, tenant, out PooledOwner<byte> owner));

        Assert.Equal((128, 128), (_process.InUseBytes, tenant.InUseBytes));
        owner.Dispose();
        Assert.Equal((0, 0), (_process.InUseBytes, tenant.InUseBytes));
    }

    [Fact]
    public void Request_ThatNeedsTheSpareBytesOfOthers_IsAdmitted()
    {
        CreateWithSpareBytes(512);
        CreateWithSpareBytes(512);

        Assert.True(Bytes.Pool.TryRentOwner(1024, _process, out PooledOwner<byte> owner));

        Assert.Equal((1024, 0), (_process.InUseBytes, _process.RefusedCount));
        owner.Dispose();
    }

    [Fact]
    public void Request_ThatNeedsTheSpareBytesOfItsOwnBudget_IsAdmitted()
    {
        BufferBudget tenant = CreateWithSpareBytes(512);

        Assert.True(Bytes.Pool.TryRentOwner(1024, tenant, out PooledOwner<byte> owner));

        Assert.Equal((1024, 1024), (_process.InUseBytes, tenant.InUseBytes));
        owner.Dispose();
    }

    /// <summary>The parent knows a thousand of the budgets with spare bytes at most, and keeps no more of those that are gone.</summary>
    [Fact]
    public void Budgets_WithSpareBytesThatNoCodeRefersTo_AreCollectedButForThousand()
    {
        WeakReference[] budgets = [.. Enumerable.Range(0, 2500).Select(_ => new WeakReference(CreateWithSpareBytes(16)))];

        Assert.True(Collections.Until(() => budgets.Count(static budget => budget.IsAlive) <= 1000));
        Assert.True(Bytes.Pool.TryRentOwner(1024, _process, out PooledOwner<byte> owner));
        owner.Dispose();
        Assert.Equal(0, _process.InUseBytes);
    }

    // The second rental takes no lock when it begins or ends.
    private BufferBudget CreateWithSpareBytes(int length)
    {
        var budget = new BufferBudget(1024, parent: _process);
        for (int i = 0; i < 2; i++)
        {
            Assert.True(Bytes.Pool.TryRentOwner(length, budget, out PooledOwner<byte> owner));
            owner.Dispose();
        }

        return budget;
    }
}
