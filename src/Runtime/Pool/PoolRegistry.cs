namespace PooledGen;

/// <summary>The pools of the process. It holds weak references, so that an assembly can be unloaded together with its pools.</summary>
internal static class PoolRegistry
{
    /// <summary>Whether every rental is checked from the start.</summary>
    public static readonly bool IsSwitchedToChecked = Settings.ReadSwitch("PooledGen.Checked", "POOLEDGEN_CHECKED");

    private static readonly List<WeakReference<BufferPool>> s_pools = [];
    private static volatile PoolMode s_modes = IsSwitchedToChecked ? PoolMode.Checked : PoolMode.None;

    /// <summary>Whether rentals are checked at this moment: the switch says so, or a <see cref="RentalCheck"/> is open.</summary>
    public static bool ChecksRentals => (s_modes & PoolMode.Checked) != 0;

    /// <summary>The pools that are still alive, in the order in which they were created.</summary>
    public static IReadOnlyList<BufferPool> Pools
    {
        get
        {
            using (Uninterrupted.Lock(s_pools))
                return Living();
        }
    }

    /// <summary>Adds a new pool, which enters the modes that all the others are in.</summary>
    public static void Add(BufferPool pool)
    {
        using (Uninterrupted.Lock(s_pools))
        {
            // Only before the list grows: a program may create thousands of array pools.
            if (s_pools.Count == s_pools.Capacity)
                s_pools.RemoveAll(IsDead);

            s_pools.Add(new WeakReference<BufferPool>(pool));
            if (s_modes != PoolMode.None)
                pool.Enter(s_modes);
        }
    }

    /// <summary>Makes every pool enter a mode, including pools that are created later.</summary>
    public static void Enter(PoolMode mode)
    {
        using (Uninterrupted.Lock(s_pools))
        {
            s_modes |= mode;
            foreach (BufferPool pool in Living())
                pool.Enter(mode);
        }
    }

    /// <summary>Undoes <see cref="Enter"/>.</summary>
    public static void Leave(PoolMode mode)
    {
        using (Uninterrupted.Lock(s_pools))
        {
            s_modes &= ~mode;
            foreach (BufferPool pool in Living())
                pool.Leave(mode);
        }
    }

    private static bool IsDead(WeakReference<BufferPool> reference) => !reference.TryGetTarget(out _);

    private static List<BufferPool> Living()
    {
        var living = new List<BufferPool>(s_pools.Count);
        foreach (WeakReference<BufferPool> reference in s_pools)
        {
            if (reference.TryGetTarget(out BufferPool? pool))
                living.Add(pool);
        }

        return living;
    }
}
