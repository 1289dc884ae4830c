using System.Buffers;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>
/// A thread that is interrupted while it rents or returns: the buffer is rented, free or counted afterwards, and the interrupt is raised by the
/// thread's next wait.
/// </summary>
public class InterruptTests
{
    private readonly TestPool _pool = new(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue));
    private readonly List<PooledNode> _rented = [];

    private object PoolLock => InterruptedThread.LockOf(_pool.Pool, "_roster");

    [Fact]
    public void Return_InterruptedWhileItOpensAPlace_KeepsTheBuffer()
    {
        InterruptedThread.Run(PoolLock, ReturnAll, prepare: () => Rent(1));

        AssertBalanced();
    }

    [Fact]
    public void Return_InterruptedWhileItOpensABatch_KeepsTheBuffer()
    {
        InterruptedThread.Run(PoolLock, ReturnAll, prepare: () =>
        {
            Rent(TestPool.Depth + 1);
            foreach (PooledNode node in _rented.Skip(1))
                _pool.Return(node);

            _rented.RemoveRange(1, TestPool.Depth);
        });

        AssertBalanced();
    }

    [Fact]
    public void Return_InterruptedWhileTheTimerIsSet_KeepsTheBuffer()
    {
        object timerLock = new();
        var clock = new FakeClock { Disturbance = () => { lock (timerLock) { } } };
        var pool = new TestPool(new IdleTrimmer(clock, TimeSpan.FromSeconds(10), long.MaxValue));

        InterruptedThread.Run(timerLock, () => pool.Use(16));

        Assert.Equal(1, pool.GetStatistics().Retained);
        Assert.True(clock.IsAwaited);
    }

    [Fact]
    public void RentOfAnArray_InterruptedWhileItIsRegistered_Rents()
    {
        ArrayPool<byte> arrays = _pool.Pool.AsArrayPool();
        object table = InterruptedThread.LockOf(InterruptedThread.LockOf(arrays, "_rentals").GetType(), "s_nodes");
        byte[]? array = null;

        InterruptedThread.Run(InterruptedThread.LockOf(table, "_lock"), () => array = arrays.Rent(16));

        AssertBalanced(inUse: 1);
        arrays.Return(array!);
        AssertBalanced();
    }

    [Fact]
    public void Rent_InterruptedOnItsThreadsFirstRental_Rents()
    {
        InterruptedThread.Run(PoolLock, () => Rent(1));

        AssertBalanced(inUse: 1);
    }

    [Fact]
    public void Rent_InterruptedWhileItOpensAPlaceForTheRestOfABatch_Rents()
    {
        FillTheCoreTier();

        InterruptedThread.Run(PoolLock, () => Rent(1), prepare: () => _pool.Use(1024));

        AssertBalanced(inUse: 1);
    }

    [Fact]
    public void Pool_InterruptedWhileItIsRegistered_IsCreated()
    {
        object registry = InterruptedThread.LockOf(typeof(PoolRegistry), "s_pools");
        TestPool? created = null;

        InterruptedThread.Run(registry, () => created = new TestPool(_pool.Pool.Trimmer));

        Assert.Contains(created!.Pool, PooledBuffers.Pools);
    }

    // On a thread that has its own stacks full, and then ends: so the nodes lie in the core tier.
    private void FillTheCoreTier() => TestPool.OnAnotherThread(() =>
    {
        _pool.Use(16, 2 * TestPool.Depth);
        _pool.Pool.Enter(PoolMode.Traced); // empties the stacks
        _pool.Pool.Leave(PoolMode.Traced);
    });

    private void Rent(int buffers) => _rented.AddRange(Enumerable.Range(0, buffers).Select(_ => _pool.Rent(16)));

    private void ReturnAll()
    {
        foreach (PooledNode node in _rented)
            _pool.Return(node);
    }

    private void AssertBalanced(int inUse = 0)
    {
        Assert.Equal(0, _pool.GetStatistics().MisuseCount);
        _pool.AssertBalanced(inUse);
    }
}
