namespace PooledGen;

/// <summary>
/// Asks for garbage collections while budgets refuse requests, or let them wait: a collection finds rentals that were lost, and their bytes come back. Code
/// that is refused allocates little, so the runtime may start no collection by itself.
/// </summary>
internal static class LostRentals
{
    private static readonly TimeSpan s_period = TimeSpan.FromSeconds(10);

    private static int s_isRequested;
    private static int s_isRunning;
#if NET

    // The oldest parents of budgets for which requests wait. A request may wait for longer than the last one that was refused. If no code can reach a budget
    // any more, nobody waits for it.
    private static readonly List<WeakReference<BufferBudget>> s_awaited = [];

    /// <summary>Notes that requests wait for a budget, or for one below it, until none does. <see cref="RequestCollection"/> starts the collections.</summary>
    /// <param name="root">A budget without a parent. Its lock is held.</param>
    public static void AddAwaited(BufferBudget root)
    {
        var awaited = new WeakReference<BufferBudget>(root);
        using (Uninterrupted.Lock(s_awaited))
            s_awaited.Add(awaited);
    }

    // Not under the lock of the list while it asks a budget: a request takes the locks in the other order.
    private static bool IsAnyAwaited()
    {
        WeakReference<BufferBudget>[] awaited;
        using (Uninterrupted.Lock(s_awaited))
            awaited = [.. s_awaited];

        bool isAny = false;
        foreach (WeakReference<BufferBudget> reference in awaited)
        {
            if (reference.TryGetTarget(out BufferBudget? root) && root.IsStillAwaited())
            {
                isAny = true;
                continue;
            }

            using (Uninterrupted.Lock(s_awaited))
                s_awaited.Remove(reference);
        }

        return isAny;
    }
#else
    private static bool IsAnyAwaited() => false;
#endif

    /// <summary>Asks for a collection in the background: at once, or ten seconds after the last one. Any thread may call it; it never throws.</summary>
    public static void RequestCollection()
    {
        // An exchange, because the read below must not move before it: the running thread would have cleared its flag, and seen no request.
        Interlocked.Exchange(ref s_isRequested, 1);
        if (Volatile.Read(ref s_isRunning) != 0 || Interlocked.Exchange(ref s_isRunning, 1) != 0)
            return;

        try
        {
            BackgroundThread.Start(Collect, "PooledGen budgets");
        }
        catch (Exception)
        {
            // Most likely there is no memory for the thread. The next refusal tries again, and a lack of memory makes the collector run.
            Volatile.Write(ref s_isRunning, 0);
        }
    }

    private static void Collect()
    {
        try
        {
            CollectWhileRequested();
        }
        finally
        {
            // Also where there was no memory to wait: a later request must be able to start a thread.
            Interlocked.Exchange(ref s_isRunning, 0);
        }

        // After the flag was cleared: a request that comes meanwhile either starts a thread itself, or is seen here.
        if (Volatile.Read(ref s_isRequested) != 0)
            RequestCollection();
    }

    private static void CollectWhileRequested()
    {
        // One more after the last request, and after the last wait: a connection that was ending then still had buffers to lose, and no later request may be
        // refused for them.
        for (int left = 2; left > 0; left--)
        {
            // Asked in any case, because it also forgets budgets for which nobody waits any more.
            bool isAwaited = IsAnyAwaited();
            if (Interlocked.Exchange(ref s_isRequested, 0) != 0 || isAwaited)
                left = 2;

            GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: false);
            if (Unloading.Token.WaitHandle.WaitOne(s_period))
                return;
        }
    }
}
