namespace PooledGen;

/// <summary>The open checks of the process. While there is one, the pools check rentals.</summary>
internal static class OpenChecks
{
    // In the order in which they were opened. This list is also the lock.
    private static readonly List<RentalCheck> s_open = [];
    private static volatile RentalCheck? s_newest;

    /// <summary>The check that was opened last: rentals that begin now belong to it. Null if no check is open.</summary>
    public static RentalCheck? Newest => s_newest;

    public static void Open(RentalCheck check)
    {
        using (Uninterrupted.Lock(s_open))
        {
            s_open.Add(check);
            s_newest = check;
            if (s_open.Count == 1 && !CheckedMode.IsSwitchedOn)
                PoolRegistry.Enter(PoolMode.Checked);
        }
    }

    /// <summary>Looks for late writes in the quarantined buffers now, and releases these buffers.</summary>
    public static void VerifyQuarantines()
    {
        foreach (BufferPool pool in PoolRegistry.Pools)
            pool.VerifyQuarantine(before: long.MaxValue);
    }

    /// <summary>Closes a check: new rentals no longer belong to it.</summary>
    /// <returns>False if it was closed before.</returns>
    public static bool Close(RentalCheck check)
    {
        using (Uninterrupted.Lock(s_open))
        {
            if (!s_open.Remove(check))
                return false;

            s_newest = s_open.Count == 0 ? null : s_open[s_open.Count - 1];
            if (s_open.Count == 0 && !CheckedMode.IsSwitchedOn)
                PoolRegistry.Leave(PoolMode.Checked);

            return true;
        }
    }
}
