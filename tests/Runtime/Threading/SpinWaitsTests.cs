using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Threading;

/// <summary>
/// The wait for a thread that has claimed a slot and was preempted. A wait that only yields never lets a thread of lower priority run where there is one core.
/// </summary>
public class SpinWaitsTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    [Fact]
    public void Wait_ThatTakesLonger_SleepsAndIsNotInterrupted()
    {
        bool isOver = false;
        AssertSleeps(
            () =>
            {
                var wait = default(SpinWait);
                while (!Volatile.Read(ref isOver))
                    wait.SpinUninterrupted();
            },
            () => Volatile.Write(ref isOver, true));
    }

    [Fact]
    public void Trim_WhileASlotIsClaimed_SleepsUntilItIsReleased()
    {
        var pool = new TestPool(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue));
        pool.Use(1024, TestPool.Depth + 1); // one batch more than a stack holds
        BatchSlot[] slots = PoolParts.SlotsOf(PoolParts.CoreTierOf(pool.Pool), sizeClass: 6)!;
        int claimed = Array.FindIndex(slots, static slot => slot.Count > 0), count = slots[claimed].Count;
        Assert.True(slots[claimed].TryClaim(count));

        AssertSleeps(pool.Pool.Trim, () => slots[claimed].Release(count));

        Assert.Equal(0, pool.GetStatistics().Retained);
        pool.AssertBalanced();
    }

    private static void AssertSleeps(Action wait, Action end)
    {
        Exception? thrown = null, raisedAgain = null;
        var thread = new Thread(() =>
        {
            thrown = Record.Exception(wait);
            raisedAgain = Record.Exception(static () => Thread.Sleep(1));
        });
        thread.Start();
        bool isAsleep = SpinWait.SpinUntil(() => thread.ThreadState.HasFlag(ThreadState.WaitSleepJoin), s_patience);
        thread.Interrupt();
        bool isEnded = thread.Join(millisecondsTimeout: 50);
        end();
        thread.Join();

        Assert.True(isAsleep, "The thread does not sleep.");
        Assert.False(isEnded);
        Assert.Null(thrown);
        Assert.IsType<ThreadInterruptedException>(raisedAgain);
    }
}
