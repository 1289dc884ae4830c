using System.Buffers;
using PooledGen.Bench.Scenarios.Rivals;

namespace PooledGen.Bench.Scenarios.Pools;

/// <summary>The pool of .NET. It has size classes, as PooledGen has: the others of this folder have one length.</summary>
internal readonly struct SharedPool : IBlockPool
{
    public static byte[] Rent() => ArrayPool<byte>.Shared.Rent(Work.OneKilobyte);

    public static void Return(byte[] array) => ArrayPool<byte>.Shared.Return(array);
}

/// <summary>The object pool of Microsoft.Extensions.ObjectPool.</summary>
internal readonly struct DefaultPool : IBlockPool
{
    public static byte[] Rent() => Pools<byte>.Objects.Get();

    public static void Return(byte[] array) => Pools<byte>.Objects.Return(array);
}
