using System.Buffers;
using System.Runtime.CompilerServices;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>One array of a pool that other code knows as an <see cref="ArrayPool{T}"/>.</summary>
public class ArrayPoolAdapter
{
    private static readonly ArrayPool<byte> s_adapter = AdaptedBuffer.Pool.AsArrayPool();

    [Benchmark(Description = Names.ArrayPoolAdapter), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        byte[] array = s_adapter.Rent(length);
        Work.Touch(array.AsSpan(0, length), length);
        s_adapter.Return(array);
    }

    [Benchmark(Description = Names.SharedBare, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        Work.Touch(array.AsSpan(0, length), length);
        ArrayPool<byte>.Shared.Return(array);
    }
}

/// <summary>The same with two arrays at a time.</summary>
public class ArrayPoolAdapterNested
{
    private static readonly ArrayPool<byte> s_adapter = AdaptedBuffer.Pool.AsArrayPool();
    private static readonly TwoNested s_shared = new();

    [Benchmark(Description = Names.ArrayPoolAdapter), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        byte[] first = s_adapter.Rent(length);
        byte[] second = s_adapter.Rent(length);
        Work.Touch(first.AsSpan(0, length), length);
        Work.Touch(second.AsSpan(0, length), length);
        s_adapter.Return(second);
        s_adapter.Return(first);
    }

    [Benchmark(Description = Names.SharedBare, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length) => s_shared.SharedBare(length);
}

/// <summary>An array of bytes and one of chars in turns, as code that decodes text rents them: a thread must remember both pools.</summary>
public class ArrayPoolAdapterInTurns
{
    private static readonly ArrayPool<byte> s_bytes = AdaptedBuffer.Pool.AsArrayPool();
    private static readonly ArrayPool<char> s_chars = AdaptedText.Pool.AsArrayPool();

    [Benchmark(Description = Names.ArrayPoolAdapter), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length) => Rent(s_bytes, s_chars, length);

    [Benchmark(Description = Names.SharedBare, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length) => Rent(ArrayPool<byte>.Shared, ArrayPool<char>.Shared, length);

    [MethodImpl(AggressiveInlining)]
    private static void Rent(ArrayPool<byte> bytes, ArrayPool<char> chars, int length)
    {
        byte[] encoded = bytes.Rent(length);
        Work.Touch(encoded.AsSpan(0, length), length);
        bytes.Return(encoded);
        char[] decoded = chars.Rent(length);
        decoded[length - 1] = decoded[0];
        chars.Return(decoded);
    }
}

/// <summary>The same in 16 tasks.</summary>
public class ArrayPoolAdapterTasks
{
    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void Empty(int length) => Crew.Run(new EmptyCall().Run, length);

    [Benchmark(Description = Names.ArrayPoolAdapter, OperationsPerInvoke = Crew.Operations), Arguments(Work.OneKilobyte)]
    public void PooledGen(int length) => Crew.Run(new ArrayPoolAdapterNested().PooledGen, length);

    [Benchmark(Description = Names.SharedBare, OperationsPerInvoke = Crew.Operations, Baseline = true), Arguments(Work.OneKilobyte)]
    public void Shared(int length) => Crew.Run(new TwoNested().SharedBare, length);
}

/// <summary>One block of a pool that other code knows as a <see cref="MemoryPool{T}"/>.</summary>
public class MemoryPoolAdapter
{
    private static readonly MemoryPool<byte> s_adapter = AdaptedBuffer.Pool.AsMemoryPool();
    private static readonly OwnedRental s_shared = new();
    private static readonly MemoryPool<byte> s_reusing = AdaptedBuffer.Pool.DangerousAsMemoryPool();

    [Benchmark(Description = "PooledGen, AsMemoryPool"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using IMemoryOwner<byte> owner = s_adapter.Rent(length);
        Work.Touch(owner.Memory.Span.Slice(0, length), length);
    }

    [Benchmark(Description = "PooledGen, AsMemoryPool, reused owners"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGenReusing(int length)
    {
        using IMemoryOwner<byte> owner = s_reusing.Rent(length);
        Work.Touch(owner.Memory.Span.Slice(0, length), length);
    }

    [Benchmark(Description = Names.MemoryPool, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length) => s_shared.MemoryPool(length);
}
