using System.Buffers;
using System.Collections;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.ArrayPools.Tests;

/// <summary>What may happen while the meter counts an event, and what it keeps.</summary>
public class ArrayPoolMeterLockTests
{
    private static object Recent => InterruptedThread.LockOf(PrivateField.Of(typeof(ArrayPoolMeter), "s_listener")!, "_recent");

    /// <summary>Code of a synchronization context runs in a wait for a lock, and this one rents.</summary>
    [Fact]
    public void Event_OfARentInsideOfACallback_IsLeftOut()
    {
        using IDisposable meter = ArrayPoolMeter.Start();
        var context = new RentingContext();
        var thread = new Thread(() =>
        {
            SynchronizationContext.SetSynchronizationContext(context);
            ArrayPool<UInt128>.Shared.Rent(20);
        });

        lock (Recent)
        {
            thread.Start();
            Assert.True(SpinWait.SpinUntil(() => context.Rents > 0, TimeSpan.FromSeconds(30)), "No wait called the context, so the test proves nothing.");
        }

        thread.Join();
        Assert.Equal(1, ArrayPoolMeterTests.FiguresOf<UInt128>().Allocated);
    }

    [Fact]
    public void Rent_InterruptedWhileTheMeterCounts_IsCounted()
    {
        using IDisposable meter = ArrayPoolMeter.Start();

        InterruptedThread.Run(Recent, static () => ArrayPool<nuint>.Shared.Rent(20));

        Assert.Equal(1, ArrayPoolMeterTests.FiguresOf<nuint>().Allocated);
    }

    /// <summary>Each pool is one more id, and the figures are not read meanwhile.</summary>
    [Fact]
    public void Figures_OfManyPoolsThatComeAndGo_AreAddedUp()
    {
        using IDisposable meter = ArrayPoolMeter.Start();
        for (int i = 0; i < 5000; i++)
            ArrayPool<byte>.Create().Rent(20);

        Assert.InRange(((ICollection)Recent).Count, 1, 1024);
        Assert.Equal(5000, ArrayPoolMeterTests.UntilFigures(
            ArrayPoolMeterTests.OtherPools, static figures => figures.Allocated >= 5000).Allocated);
    }

    /// <summary>The search for the type of its elements would be in vain, and load the types of all generic code.</summary>
    [Fact]
    public void PoolOfCreate_IsNotSought()
    {
        using IDisposable meter = ArrayPoolMeter.Start();
        var pool = ArrayPool<byte>.Create();
        object pools = PrivateField.Of(PrivateField.Of(typeof(ArrayPoolMeter), "s_listener")!, "_pools")!;
        var sought = (ICollection<int>)PrivateField.Of(pools, "_sought")!;

        // The first event says which kind of pool it is, and the second one does not.
        foreach (int length in new[] { 20, 1 << 21 })
        {
            pool.Rent(length);
            ArrayPoolMeterTests.FiguresOf(ArrayPoolMeterTests.OtherPools);
            Assert.DoesNotContain(pool.GetHashCode(), sought);
        }
    }

    private sealed class RentingContext : SynchronizationContext
    {
        private int _rents;

        public RentingContext() => SetWaitNotificationRequired();

        public int Rents => Volatile.Read(ref _rents);

        public override int Wait(IntPtr[] waitHandles, bool waitAll, int millisecondsTimeout)
        {
            ArrayPool<UInt128>.Shared.Rent(20);
            Interlocked.Increment(ref _rents);
            return base.Wait(waitHandles, waitAll, millisecondsTimeout);
        }
    }
}
