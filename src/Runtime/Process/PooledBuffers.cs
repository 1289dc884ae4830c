namespace PooledGen;

/// <summary>All pools of the process together. All members may be used from any thread.</summary>
public static partial class PooledBuffers
{
    /// <summary>The pools that exist at this moment, in the order in which they were created: each with the first use of its type.</summary>
    /// <remarks>Each call returns a new list. A reference to a pool keeps its annotated type's assembly from being unloaded.</remarks>
    public static IReadOnlyList<BufferPool> Pools => PoolRegistry.Pools;

    /// <summary>Lets go of every free buffer of every pool, as <see cref="BufferPool.Trim"/> does for one.</summary>
    public static void TrimAll()
    {
        foreach (BufferPool pool in Pools)
            pool.Trim();
    }
}
