namespace PooledGen;

/// <summary>Who wants rentals to be checked: the checks that are open, and the switch.</summary>
internal static class CheckedMode
{
    // The newest one last. Also the lock.
    private static readonly List<PoolCheck> s_open = [];
    private static volatile PoolCheck? s_newest;

    /// <summary>Whether the process was started in checked mode.</summary>
    public static bool IsSwitchedOn => PoolRegistry.IsSwitchedToChecked;

    /// <summary>The check that was opened last: what is rented now is its business. Null where there is none.</summary>
    public static PoolCheck? Newest => s_newest;

    public static void Open(PoolCheck check)
    {
        using (Uninterrupted.Lock(s_open))
        {
            s_open.Add(check);
            s_newest = check;
            if (s_open.Count == 1 && !IsSwitchedOn)
                PoolRegistry.Enter(PoolMode.Checked);
        }
    }

    /// <summary>Looks for late writes now, and lets go of what waits in quarantine.</summary>
    public static void VerifyQuarantines()
    {
        foreach (BufferPool pool in PoolRegistry.Pools)
            pool.VerifyQuarantine(before: long.MaxValue);
    }

    /// <summary>Ends a check's interest in new rentals.</summary>
    /// <returns>False where that has happened already.</returns>
    public static bool Close(PoolCheck check)
    {
        using (Uninterrupted.Lock(s_open))
        {
            if (!s_open.Remove(check))
                return false;

            s_newest = s_open.Count == 0 ? null : s_open[s_open.Count - 1];
            if (s_open.Count == 0 && !IsSwitchedOn)
                PoolRegistry.Leave(PoolMode.Checked);

            return true;
        }
    }
}
