using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>Which calls revoke a pool's bias, and who gets a node that two threads are ending.</summary>
public class BiasTests
{
    private readonly TestPool _pool = new(new Housekeeper(TimeProvider.System, TimeSpan.Zero, long.MaxValue));

    [Fact]
    public void Return_OnTheThreadThatRented_RevokesNothing()
    {
        _pool.Use(16, buffers: TestPool.Depth + 1);
        _pool.Use(16, buffers: TestPool.Depth + 1);

        Assert.True(_pool.Pool.IsBiased());
        _pool.AssertBalanced();
    }

    [Fact]
    public void Return_OnAnotherThread_RevokesTheBias()
    {
        PooledNode<byte> node = RentPooled();

        TestPool.OnAnotherThread(() => _pool.Return(node));

        Assert.False(_pool.Pool.IsBiased());
        _pool.AssertBalanced();
    }

    [Fact]
    public void Return_AfterTheThreadThatRentedHasEnded_RevokesTheBias()
    {
        PooledNode<byte> node = null!;
        TestPool.OnAnotherThread(() => node = RentPooled());

        _pool.Return(node);

        Assert.False(_pool.Pool.IsBiased());
        _pool.AssertBalanced();
    }

    [Fact]
    public void Return_OfANewBufferOnAnotherThread_RevokesNothing()
    {
        PooledNode<byte> node = _pool.Rent(16);

        TestPool.OnAnotherThread(() => _pool.Return(node));

        Assert.True(_pool.Pool.IsBiased());
        _pool.AssertBalanced();
    }

    [Fact]
    public void SecondReturn_OnAnotherThread_RevokesNothing()
    {
        PooledNode<byte> node = RentPooled();
        int generation = node.Generation;
        _pool.Pool.ReturnOwned(node, generation);

        TestPool.OnAnotherThread(() => _pool.Pool.ReturnOwned(node, generation));

        Assert.True(_pool.Pool.IsBiased());
        Assert.Equal(1, _pool.Statistics.Misuse);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Transfer_OnTheThreadThatRented_RevokesNothing()
    {
        PooledNode<byte> node = RentPooled();

        node.Transfer(node.Generation);

        Assert.True(_pool.Pool.IsBiased());
        _pool.Return(node);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Transfer_OnAnotherThread_RevokesTheBias()
    {
        PooledNode<byte> node = RentPooled();

        TestPool.OnAnotherThread(() => node.Transfer(node.Generation));

        Assert.False(_pool.Pool.IsBiased());
        _pool.Return(node);
        _pool.AssertBalanced();
    }

    [Fact]
    public void ClearedReturn_OnAnotherThread_RevokesTheBias()
    {
        PooledNode<byte> node = RentPooled();

        TestPool.OnAnotherThread(() => _pool.Pool.ReturnOwnedCleared(node, node.Generation));

        Assert.False(_pool.Pool.IsBiased());
        _pool.AssertBalanced();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Return_OfANodeWhoseEndWasDeclaredElsewhere_LeavesItToThatThread(bool isRevokedBefore)
    {
        if (isRevokedBefore)
            RevokeBias();

        PooledNode<byte> node = RentPooled();
        int generation = node.Generation;

        // As far as the renting thread gets in a return that it begins while the pool is biased.
        node.DeclareEnd(generation);
        TestPool.OnAnotherThread(() =>
        {
            _pool.Use(1024); // whoever joins the pool only now takes the slow path in any case
            _pool.Pool.ReturnOwned(node, generation);
        });

        Assert.Equal((1, 1), (_pool.Statistics.Misuse, _pool.Statistics.InUse));
        Assert.True(node.TryEndDeclared(generation));
    }

    [Fact]
    public void Return_OfANodeThatAnotherThreadHasEndedBeforeTheDeclaration_DoesNotGetIt()
    {
        PooledNode<byte> node = RentPooled();
        int generation = node.Generation;
        TestPool.OnAnotherThread(() => _pool.Pool.ReturnOwned(node, generation));

        node.DeclareEnd(generation);

        Assert.False(node.TryEndDeclared(generation));
        _pool.AssertBalanced();
    }

    [Fact]
    public void Return_OnTheThreadThatRented_IsNotTakenForOneThatItDeclaredBefore()
    {
        RevokeBias();
        PooledNode<byte> node = RentPooled();
        node.DeclareEnd(node.Generation); // 2^32 returns ago

        _pool.Return(node);

        Assert.Equal(0, _pool.Statistics.Misuse);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Return_OnTheThreadThatRentedWhenTheBiasIsRevoked_GoesOn()
    {
        RevokeBias();

        _pool.Use(16, buffers: TestPool.Depth + 1);

        Assert.Equal(0, _pool.Statistics.Misuse);
        _pool.AssertBalanced();
    }

    // A new one would be nobody's until its first return.
    private PooledNode<byte> RentPooled()
    {
        _pool.Use(16);
        return _pool.Rent(16);
    }

    private void RevokeBias()
    {
        PooledNode<byte> node = RentPooled();
        TestPool.OnAnotherThread(() => _pool.Return(node));
    }
}
