using System.Diagnostics.Tracing;

namespace PooledGen.Runtime.Tests.Diagnostics.Events;

/// <summary>A listener's callback runs in the middle of a rent or a return. It may do what it likes.</summary>
[Collection(ProcessWide.Name)]
public partial class CallbackTests
{
    // The test fails when it is over: a deadlock has no other sign.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    [PooledBuffer<int>(MaxLength = 64)]
    private partial struct Called;

    [PooledBuffer<long>(MaxLength = 64)]
    private partial struct BornInACallback;

    public static TheoryData<string> Habits => [.. s_habits.Keys];

    private static readonly Dictionary<string, Action> s_habits = new()
    {
        ["rents"] = static () => Called.Rent(64).Dispose(),
        ["rents many"] = static () =>
        {
            foreach (PooledOwner<int> owner in Enumerable.Range(0, 20).Select(_ => Called.RentOwner(64)).ToArray())
                owner.Dispose();
        },
        ["trims"] = static () => PooledBuffers.Trim(),
        ["asks for figures"] = static () => _ = Called.Pool.GetStatistics(),
        ["waits for a new thread that rents"] = static () => Wait(static () => Called.Rent(64).Dispose()),
        ["waits for another that trims"] = static () => Wait(Called.Pool.Trim),
        ["throws"] = static () => throw new InvalidOperationException("A listener's own mistake."),
    };

    [Theory]
    [MemberData(nameof(Habits))]
    public void Callback_WhateverItDoes_DisturbsNoRental(string habit)
    {
        int told = 0;
        var renting = new Thread(RentInAllWays) { IsBackground = true };
        using var listener = new Listener(EventLevel.Verbose);
        listener.Callback = written =>
        {
            if (Thread.CurrentThread != renting)
                return;

            told += written.EventId == 1 ? 1 : 0;
            s_habits[habit]();
        };

        renting.Start();
        Assert.True(renting.Join(s_patience), "A callback never came back.");

        PoolStatistics statistics = Called.Pool.GetStatistics();
        Assert.Equal(0, statistics.InUse);
        Assert.Equal(statistics.Misses, statistics.Retained + statistics.Trimmed + statistics.Dropped);
        Assert.Equal(20, told); // what it rents in there is its own affair
    }

    [Fact]
    public void Pool_ThatIsFirstRentedInACallback_IsAnnouncedBeforeItsOtherEvents()
    {
        using var listener = new Listener(EventLevel.Informational);
        Thread renting = Thread.CurrentThread;
        listener.Callback = _ =>
        {
            if (Thread.CurrentThread == renting)
                BornInACallback.Rent(16).Dispose();
        };
        Called.Rent(100).Dispose(); // allocates, and is dropped
        listener.Callback = null;
        Assert.Equal(1, BornInACallback.Pool.GetStatistics().Misses);

        BornInACallback.Rent(64).Dispose();

        string id = $" {BornInACallback.Pool.Id}, ";
        Assert.Equal(
            ["PoolCreated", "BufferAllocated"],
            listener.Events.Where(told => told.Contains(id, StringComparison.Ordinal)).Select(static told => told.Split(' ')[0]));
    }

    private static void RentInAllWays()
    {
        for (int i = 0; i < 5; i++)
        {
            using (Called.Rent(64))
                Called.RentOwner(64).Dispose();

            var first = Called.Rent(64);
            using var oversize = Called.Rent(100);
            first.Dispose();
            Called.Pool.Trim();
        }
    }

    private static void Wait(Action action)
    {
        var thread = new Thread(() => action());
        thread.Start();
        thread.Join();
    }
}
