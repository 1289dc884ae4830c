using System.Buffers;
using System.Runtime.CompilerServices;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>One array of a pool that no other code rents from.</summary>
public class ArrayPoolOfOnesOwn
{
    internal static readonly PooledArrayPool<byte> Own = new(64 * 1024);
    internal static readonly ArrayPool<byte> Created = ArrayPool<byte>.Create();

    [Benchmark(Description = Names.PooledArrayPool), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        byte[] array = Own.Rent(length);
        Work.Touch(array.AsSpan(0, length), length);
        Own.Return(array);
    }

    [Benchmark(Description = Names.CreatedBare, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Framework(int length)
    {
        byte[] array = Created.Rent(length);
        Work.Touch(array.AsSpan(0, length), length);
        Created.Return(array);
    }

    [Benchmark(Description = Names.SharedBare), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        Work.Touch(array.AsSpan(0, length), length);
        ArrayPool<byte>.Shared.Return(array);
    }
}

/// <summary>The same with two arrays at a time.</summary>
public class ArrayPoolOfOnesOwnNested
{
    [Benchmark(Description = Names.PooledArrayPool), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length) => Rent(ArrayPoolOfOnesOwn.Own, length);

    [Benchmark(Description = Names.CreatedBare, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Framework(int length) => Rent(ArrayPoolOfOnesOwn.Created, length);

    [Benchmark(Description = Names.SharedBare), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length) => Rent(ArrayPool<byte>.Shared, length);

    [MethodImpl(AggressiveInlining)]
    private static void Rent(ArrayPool<byte> pool, int length)
    {
        byte[] first = pool.Rent(length);
        byte[] second = pool.Rent(length);
        Work.Touch(first.AsSpan(0, length), length);
        Work.Touch(second.AsSpan(0, length), length);
        pool.Return(second);
        pool.Return(first);
    }
}

/// <summary>The same in 16 tasks.</summary>
public class ArrayPoolOfOnesOwnTasks
{
    private readonly ArrayPoolOfOnesOwnNested _nested = new();

    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Empty(int length) => Crew.Run(new EmptyCall().Run, length);

    [Benchmark(Description = Names.PooledArrayPool, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void PooledGen(int length) => Crew.Run(_nested.PooledGen, length);

    [Benchmark(Description = Names.CreatedBare, OperationsPerInvoke = Crew.Operations, Baseline = true), Arguments(Work.OneKilobyte)]
    public void Framework(int length) => Crew.Run(_nested.Framework, length);

    [Benchmark(Description = Names.SharedBare, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Shared(int length) => Crew.Run(_nested.Shared, length);
}
