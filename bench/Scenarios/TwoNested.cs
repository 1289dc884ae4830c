using System.Buffers;
using System.Runtime.CompilerServices;
using CommunityToolkit.HighPerformance.Buffers;
using PooledGen.Bench.Scenarios.Rivals;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>Two buffers, the second inside the life of the first. A slot for one array cannot take part.</summary>
public class TwoNested
{
    [Benchmark(Description = Names.PooledGen), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using var first = PacketBuffer.Rent(length);
        using var second = PacketBuffer.Rent(length);
        Work.Touch(first.Span, length);
        Work.Touch(second.Span, length);
    }

    [Benchmark(Description = Names.Shared, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length)
    {
        byte[] first = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            byte[] second = ArrayPool<byte>.Shared.Rent(length);
            try
            {
                Work.Touch(first.AsSpan(0, length), length);
                Work.Touch(second.AsSpan(0, length), length);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(second);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(first);
        }
    }

    [Benchmark(Description = Names.SharedBare), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void SharedBare(int length)
    {
        byte[] first = ArrayPool<byte>.Shared.Rent(length);
        byte[] second = ArrayPool<byte>.Shared.Rent(length);
        Work.Touch(first.AsSpan(0, length), length);
        Work.Touch(second.AsSpan(0, length), length);
        ArrayPool<byte>.Shared.Return(second);
        ArrayPool<byte>.Shared.Return(first);
    }

    [Benchmark(Description = Names.Created), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Created(int length)
    {
        byte[] first = Pools<byte>.Created.Rent(length);
        try
        {
            byte[] second = Pools<byte>.Created.Rent(length);
            try
            {
                Work.Touch(first.AsSpan(0, length), length);
                Work.Touch(second.AsSpan(0, length), length);
            }
            finally
            {
                Pools<byte>.Created.Return(second);
            }
        }
        finally
        {
            Pools<byte>.Created.Return(first);
        }
    }

    [Benchmark(Description = Names.MemoryPool), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void MemoryPool(int length)
    {
        using IMemoryOwner<byte> first = MemoryPool<byte>.Shared.Rent(length);
        using IMemoryOwner<byte> second = MemoryPool<byte>.Shared.Rent(length);
        Work.Touch(first.Memory.Span.Slice(0, length), length);
        Work.Touch(second.Memory.Span.Slice(0, length), length);
    }

    [Benchmark(Description = Names.SpanOwner), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void SpanOwner(int length)
    {
        using SpanOwner<byte> first = SpanOwner<byte>.Allocate(length);
        using SpanOwner<byte> second = SpanOwner<byte>.Allocate(length);
        Work.Touch(first.Span, length);
        Work.Touch(second.Span, length);
    }

    [Benchmark(Description = Names.ObjectPool), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void ObjectPool(int length)
    {
        byte[] first = Pools<byte>.Objects.Get();
        try
        {
            byte[] second = Pools<byte>.Objects.Get();
            try
            {
                Work.Touch(first.AsSpan(0, length), length);
                Work.Touch(second.AsSpan(0, length), length);
            }
            finally
            {
                Pools<byte>.Objects.Return(second);
            }
        }
        finally
        {
            Pools<byte>.Objects.Return(first);
        }
    }

    [Benchmark(Description = Names.Stack), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Stack(int length)
    {
        byte[] first = ThreadStaticStack<byte>.Rent(length);
        try
        {
            byte[] second = ThreadStaticStack<byte>.Rent(length);
            try
            {
                Work.Touch(first.AsSpan(0, length), length);
                Work.Touch(second.AsSpan(0, length), length);
            }
            finally
            {
                ThreadStaticStack<byte>.Return(second);
            }
        }
        finally
        {
            ThreadStaticStack<byte>.Return(first);
        }
    }

    [Benchmark(Description = Names.New), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void New(int length)
    {
        byte[] first = new byte[length];
        byte[] second = new byte[length];
        Work.Touch(first, length);
        Work.Touch(second, length);
    }

    [Benchmark(Description = Names.Uninitialized), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Uninitialized(int length)
    {
        byte[] first = GC.AllocateUninitializedArray<byte>(length);
        byte[] second = GC.AllocateUninitializedArray<byte>(length);
        Work.Touch(first, length);
        Work.Touch(second, length);
    }
}
