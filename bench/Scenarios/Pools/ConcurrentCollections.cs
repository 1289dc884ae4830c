using System.Collections.Concurrent;

namespace PooledGen.Bench.Scenarios.Pools;

/// <summary>A pool over <see cref="ConcurrentStack{T}"/>. Like most pools of this kind it has no limit, because counting costs more than the rest.</summary>
internal readonly struct StackPool : IBlockPool
{
    private static readonly ConcurrentStack<byte[]> s_free = new();

    public static byte[] Rent() => s_free.TryPop(out byte[]? array) ? array : Block.Allocate();

    public static void Return(byte[] array) => s_free.Push(array);
}

/// <summary>A pool over <see cref="ConcurrentQueue{T}"/>, without a limit.</summary>
internal readonly struct QueuePool : IBlockPool
{
    private static readonly ConcurrentQueue<byte[]> s_free = new();

    public static byte[] Rent() => s_free.TryDequeue(out byte[]? array) ? array : Block.Allocate();

    public static void Return(byte[] array) => s_free.Enqueue(array);
}

/// <summary>A pool over <see cref="ConcurrentBag{T}"/>, without a limit.</summary>
internal readonly struct BagPool : IBlockPool
{
    private static readonly ConcurrentBag<byte[]> s_free = [];

    public static byte[] Rent() => s_free.TryTake(out byte[]? array) ? array : Block.Allocate();

    public static void Return(byte[] array) => s_free.Add(array);
}
