using System.Buffers;
using Microsoft.Extensions.ObjectPool;

namespace PooledGen.Bench.Scenarios.Rivals;

/// <summary>The rivals that have to be created once. Each is large enough never to allocate in a scenario.</summary>
internal static class Pools<T>
{
    public static readonly ArrayPool<T> Created = ArrayPool<T>.Create(maxArrayLength: 64 * 1024, maxArraysPerBucket: 64);

    /// <summary>Pools arrays of one length: an object pool has no size classes.</summary>
    public static readonly ObjectPool<T[]> Objects = new DefaultObjectPool<T[]>(new FixedLengthPolicy(), maximumRetained: 64);

    private sealed class FixedLengthPolicy : PooledObjectPolicy<T[]>
    {
        public override T[] Create() => GC.AllocateUninitializedArray<T>(Work.OneKilobyte);

        public override bool Return(T[] obj) => true;
    }
}
