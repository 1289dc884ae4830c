namespace PooledGen.Bench.Scenarios.Pools;

/// <summary>
/// A pool of arrays of 1 KB, as people write it: it has one length and rents without an argument. Each pool keeps enough arrays for all tasks.
/// Implementations are structs, so that the runtime compiles the operations for each of them and inlines its methods.
/// </summary>
internal interface IBlockPool
{
    static abstract byte[] Rent();

    static abstract void Return(byte[] array);
}

/// <summary>What the pools have in common.</summary>
internal static class Block
{
    /// <summary>How many arrays a pool keeps: two for each of the sixteen tasks, and as many again.</summary>
    public const int MaxRetained = 64;

    public static byte[] Allocate() => GC.AllocateUninitializedArray<byte>(Work.OneKilobyte);
}
