namespace PooledGen;

/// <summary>
/// Waits that <see cref="Thread.Interrupt"/> does not end: an exception in the middle of a rent or a return would lose the buffer. After such a wait
/// the thread is interrupted again, so that the next wait in the caller's own code throws.
/// </summary>
internal static class Uninterrupted
{
    /// <summary>Takes a lock. Every lock of the runtime is taken here: <c>using (Uninterrupted.Lock(gate))</c>.</summary>
    public static LockScope Lock(object gate)
    {
        // A lock that is free is taken without a wait, so nothing can be interrupted.
        if (!Monitor.TryEnter(gate))
            Run(static gate => Take(gate), gate);

        return new LockScope { Gate = gate };
    }

    /// <summary>Runs framework code that may wait for locks of its own.</summary>
    /// <param name="action">The code. It runs again after an interrupt, so it must be repeatable.</param>
    /// <param name="state">The argument of the action.</param>
    /// <returns>The result of the action.</returns>
    public static TResult Run<TState, TResult>(Func<TState, TResult> action, TState state)
    {
        bool isInterrupted = false;
        try
        {
            while (true)
            {
                try
                {
                    return action(state);
                }
                catch (ThreadInterruptedException)
                {
                    isInterrupted = true;
                }
            }
        }
        finally
        {
            if (isInterrupted)
                Thread.CurrentThread.Interrupt();
        }
    }

    private static bool Take(object gate)
    {
        Monitor.Enter(gate);
        return true;
    }

    /// <summary>A lock that is held until the end of the block.</summary>
    public ref struct LockScope
    {
        public object Gate;

        public readonly void Dispose() => Monitor.Exit(Gate);
    }
}

/// <summary>Waits for another thread's next few instructions.</summary>
internal static class SpinWaits
{
    /// <summary>
    /// Spins for about a microsecond, and then sleeps, also through an interrupt. The other thread was then preempted, and where there is one core, a thread of
    /// lower priority runs only while this one sleeps: a yield is not enough (SpinWaitsTests).
    /// </summary>
    public static void SpinUninterrupted(this ref SpinWait wait)
    {
        if (wait.NextSpinWillYield)
            Uninterrupted.Run(static milliseconds => Sleep(milliseconds), 1);
        else
            wait.SpinOnce();
    }

    private static bool Sleep(int milliseconds)
    {
        Thread.Sleep(milliseconds);
        return true;
    }
}
