using System.Buffers;
using System.Diagnostics;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>Which calls revoke a pool's bias, and what they wait for.</summary>
public class BiasTests
{
    private readonly TestPool _pool = new(new TrimScheduler(TimerSource.System, TimeSpan.Zero, long.MaxValue));

    [Fact]
    public void Return_OnTheThreadThatRented_RevokesNothing()
    {
        _pool.Use(16, buffers: TestPool.Depth + 1);
        _pool.Use(16, buffers: TestPool.Depth + 1);

        Assert.True(_pool.Pool.IsBiased);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Return_OnAnotherThread_RevokesTheBias()
    {
        PooledNode<byte> node = RentPooled();

        TestPool.OnAnotherThread(() => _pool.Return(node));

        Assert.False(_pool.Pool.IsBiased);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Return_AfterTheThreadThatRentedHasEnded_RevokesTheBias()
    {
        PooledNode<byte> node = null!;
        TestPool.OnAnotherThread(() => node = RentPooled());
        Assert.True(Collections.Until(() => ReferenceEquals(node.Home.Owner, ThreadToken.None)));

        _pool.Return(node);

        Assert.False(_pool.Pool.IsBiased);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Return_OfANewBufferOnAnotherThread_RevokesNothing()
    {
        PooledNode<byte> node = _pool.Rent(16);

        TestPool.OnAnotherThread(() => _pool.Return(node));

        Assert.True(_pool.Pool.IsBiased);
        _pool.AssertBalanced();
    }

    [Fact]
    public void SecondReturn_OnAnotherThread_RevokesNothing()
    {
        PooledNode<byte> node = RentPooled();
        nint generation = node.Generation;
        node.ReturnOwned(generation);

        TestPool.OnAnotherThread(() => node.ReturnOwned(generation));

        Assert.True(_pool.Pool.IsBiased);
        Assert.Equal(1, _pool.Statistics.Misuse);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Transfer_OnTheThreadThatRented_RevokesNothing()
    {
        PooledNode<byte> node = RentPooled();

        node.Transfer(node.Generation, RentalHandle.Owner);

        Assert.True(_pool.Pool.IsBiased);
        _pool.Return(node);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Transfer_OnAnotherThread_RevokesTheBias()
    {
        PooledNode<byte> node = RentPooled();

        TestPool.OnAnotherThread(() => node.Transfer(node.Generation, RentalHandle.Owner));

        Assert.False(_pool.Pool.IsBiased);
        _pool.Return(node);
        _pool.AssertBalanced();
    }

    [Fact]
    public void ClearedReturn_OnAnotherThread_RevokesTheBias()
    {
        PooledNode<byte> node = RentPooled();

        TestPool.OnAnotherThread(() => _pool.Pool.ReturnOwnedSlow(node, node.Generation, clears: true));

        Assert.False(_pool.Pool.IsBiased);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Return_OnTheThreadThatRented_ShowsThatItIsUnderWay()
    {
        ThreadStack<byte>? stack = null;
        bool isSeen = false;
        var other = new Thread(() =>
        {
            stack = RentPooled().Home;
            while (!Volatile.Read(ref isSeen))
                _pool.Use(16);
        });

        // A look a millisecond, as SpinUntil takes, can miss it for half a minute: it lasts for some instructions.
        var watch = Stopwatch.StartNew();
        bool isUnderWay = false;
        other.Start();
        while (!isUnderWay && watch.Elapsed < TimeSpan.FromSeconds(30))
            isUnderWay = Volatile.Read(ref stack) is { IsEnding: true };

        Volatile.Write(ref isSeen, true);
        other.Join();

        Assert.True(isUnderWay);
    }

    [Fact]
    public void Return_OnAnotherThread_WaitsForAnEndThatIsUnderWay()
    {
        PooledNode<byte> node = RentPooled();
        nint generation = node.Generation;
        Exception? exception = null;
        var other = new Thread(() => exception = Record.Exception(() => node.ReturnOwned(generation)));

        // As far as the renting thread gets in a return that it begins while the pool is biased.
        node.Home.IsEnding = true;
        StartToRevoke(other, node.Home);
        other.Interrupt();
        Assert.False(other.Join(millisecondsTimeout: 50));
        Assert.Equal(generation, node.Generation);
        node.End(generation);
        node.Home.IsEnding = false;
        other.Join();

        Assert.Null(exception);
        Assert.Equal((1, 1), (_pool.Statistics.Misuse, _pool.Statistics.InUse));
    }

    [Fact]
    public void Return_OnTheThreadThatRentedWhileAnotherOneWaits_WaitsForNothing()
    {
        PooledNode<byte> given = RentPooled(), kept = RentPooled(), oneMore = RentPooled(length: 1024);
        var other = new Thread(() => _pool.Return(given));

        oneMore.Home.IsEnding = true;
        StartToRevoke(other, kept.Home);
        _pool.Return(kept);
        oneMore.Home.IsEnding = false;
        other.Join();

        Assert.Equal(0, _pool.Statistics.Misuse);
        _pool.AssertBalanced(inUse: 1);
    }

    [Fact]
    public void Return_OnTheThreadThatRentedWhenTheBiasIsRevoked_GoesOn()
    {
        PooledNode<byte> node = RentPooled();
        TestPool.OnAnotherThread(() => _pool.Return(node));

        _pool.Use(16, buffers: TestPool.Depth + 1);

        Assert.Equal(0, _pool.Statistics.Misuse);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Return_OfARentalThatEndsByExchange_EndsItOnce()
    {
        PooledNode<byte> node = RentThatEndsByExchange();

        _pool.Return(node);

        Assert.Equal(0, _pool.Statistics.Misuse);
        Assert.Same(node, _pool.Rent(16));
    }

    [Fact]
    public void Return_AsAnArrayOfABufferThatEndsByExchange_EndsItOnce()
    {
        PooledNode<byte> node = RentThatEndsByExchange();
        _pool.Return(node);
        ArrayPool<byte> arrays = _pool.Pool.AsArrayPool();

        byte[] array = arrays.Rent(16);
        arrays.Return(array);
        arrays.Return(array);

        Assert.Same(node.Array, array);
        Assert.Equal(1, _pool.Statistics.Misuse);
        Assert.Same(node, _pool.Rent(16));
        Assert.NotSame(node, _pool.Rent(16));
    }

    [Fact]
    public void Return_OnAnotherThreadOfARentalThatEndsByExchange_PutsItOnThatThreadsStack()
    {
        PooledNode<byte> node = RentThatEndsByExchange();
        PooledNode<byte>? next = null;

        TestPool.OnAnotherThread(() =>
        {
            _pool.Use(16);
            _pool.Return(node);
            next = _pool.Rent(16);
        });

        Assert.Same(node, next);
        Assert.Equal(0, _pool.Statistics.Misuse);
    }

    // As a rental of a buffer that an owner ended on another thread before.
    private PooledNode<byte> RentThatEndsByExchange()
    {
        PooledNode<byte> node = RentPooled();
        Assert.True(node.TryAdvance(node.Generation, isShared: true));
        return node;
    }

    // A new one would be nobody's until its first return.
    private PooledNode<byte> RentPooled(int length = 16)
    {
        _pool.Use(length);
        return _pool.Rent(length);
    }

    // Returns when the other thread has ended the bias, and waits for a thread that is ending a rental.
    private static void StartToRevoke(Thread other, ThreadStack<byte> stack)
    {
        other.Start();
        Assert.True(SpinWait.SpinUntil(() => !stack.IsBiased, TimeSpan.FromSeconds(30)));
    }
}
