namespace PooledGen.Bench.Scenarios.Pools;

/// <summary>The first pool that most people write: a stack and a lock.</summary>
internal readonly struct LockedStack : IBlockPool
{
    private static readonly Stack<byte[]> s_free = new(Block.MaxRetained);

    public static byte[] Rent()
    {
        lock (s_free)
        {
            if (s_free.TryPop(out byte[]? array))
                return array;
        }

        return Block.Allocate();
    }

    public static void Return(byte[] array)
    {
        lock (s_free)
        {
            if (s_free.Count < Block.MaxRetained)
                s_free.Push(array);
        }
    }
}

/// <summary>The same with one array in front that needs no lock.</summary>
internal readonly struct LockedStackWithSlot : IBlockPool
{
    private static byte[]? s_slot;

    public static byte[] Rent() => Interlocked.Exchange(ref s_slot, null) ?? LockedStack.Rent();

    public static void Return(byte[] array)
    {
        if (Volatile.Read(ref s_slot) is not null || Interlocked.CompareExchange(ref s_slot, array, null) is not null)
            LockedStack.Return(array);
    }
}
