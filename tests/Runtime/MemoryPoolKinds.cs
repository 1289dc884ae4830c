using System.Buffers;

namespace PooledGen.Runtime.Tests;

/// <summary>Both memory pools of a pool, for tests of what they have in common.</summary>
internal static class MemoryPoolKinds
{
    public static MemoryPool<T> MemoryPoolOf<T>(this BufferPool<T> pool, bool reuseOwners, BufferBudget? budget = null)
        => reuseOwners ? pool.DangerousAsMemoryPool(budget) : pool.AsMemoryPool(budget);
}
