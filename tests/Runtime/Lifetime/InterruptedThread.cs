namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>A thread that is interrupted while it waits for a lock that the test holds.</summary>
internal static class InterruptedThread
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    /// <summary>Runs work that needs a lock, interrupts it there, and asserts that it ends nonetheless and that the interrupt comes afterwards.</summary>
    /// <param name="gate">The lock that is held.</param>
    /// <param name="work">What waits for it.</param>
    /// <param name="prepare">What the same thread does before the lock is held.</param>
    public static void Run(object gate, Action work, Action? prepare = null)
    {
        Exception? thrown = null, raisedAgain = null;
        bool isWorking = false;
        using var prepared = new ManualResetEventSlim();
        using var go = new ManualResetEventSlim();
        var thread = new Thread(() =>
        {
            prepare?.Invoke();
            prepared.Set();
            go.Wait();
            Volatile.Write(ref isWorking, true);
            thrown = Record.Exception(work);
            raisedAgain = Record.Exception(static () => Thread.Sleep(1));
        });
        thread.Start();
        prepared.Wait();

        using (Hold(gate))
        {
            go.Set();
            Assert.True(SpinWait.SpinUntil(() => Volatile.Read(ref isWorking) && thread.ThreadState.HasFlag(ThreadState.WaitSleepJoin), s_patience));
            thread.Interrupt();

            // A wait that was interrupted would end now.
            thread.Join(millisecondsTimeout: 50);
        }

        thread.Join();
        Assert.Null(thrown);
        Assert.IsType<ThreadInterruptedException>(raisedAgain);
    }

    /// <summary>A lock that is a private field.</summary>
    /// <param name="owner">The object that has it, or the type if it is static.</param>
    /// <param name="field">The field.</param>
    public static object LockOf(object owner, string field) => PrivateField.Of(owner, field)!;

    // The framework's own may be of the type Lock, which a monitor is not.
    private static IDisposable Hold(object gate)
    {
        if (gate is Lock own)
        {
            own.Enter();
            return new Held(own.Exit);
        }

        Monitor.Enter(gate);
        return new Held(() => Monitor.Exit(gate));
    }

    private sealed class Held(Action release) : IDisposable
    {
        public void Dispose() => release();
    }
}
