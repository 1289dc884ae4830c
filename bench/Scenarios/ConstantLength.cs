using System.Buffers;
using System.Runtime.CompilerServices;
using CommunityToolkit.HighPerformance.Buffers;
using PooledGen.Bench.Scenarios.Rivals;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>One buffer of a length that the compiler knows: what is inlined may fold its arithmetic away.</summary>
public class ConstantLength
{
    [Benchmark(Description = Names.PooledGen), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int value)
    {
        using var buffer = PacketBuffer.Rent(Work.OneKilobyte);
        Work.Touch(buffer.Span, value);
    }

    [Benchmark(Description = Names.OneLength), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGenOfOneLength(int value)
    {
        using var buffer = BlockOfOneLength.Rent();
        Work.Touch(buffer.Span, value);
    }

    [Benchmark(Description = Names.Shared, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int value)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Work.OneKilobyte);
        try
        {
            Work.Touch(array.AsSpan(0, Work.OneKilobyte), value);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    [Benchmark(Description = Names.SharedBare), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void SharedBare(int value)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Work.OneKilobyte);
        Work.Touch(array.AsSpan(0, Work.OneKilobyte), value);
        ArrayPool<byte>.Shared.Return(array);
    }

    [Benchmark(Description = Names.Created), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Created(int value)
    {
        byte[] array = Pools<byte>.Created.Rent(Work.OneKilobyte);
        try
        {
            Work.Touch(array.AsSpan(0, Work.OneKilobyte), value);
        }
        finally
        {
            Pools<byte>.Created.Return(array);
        }
    }

    [Benchmark(Description = Names.MemoryPool), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void MemoryPool(int value)
    {
        using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(Work.OneKilobyte);
        Work.Touch(owner.Memory.Span.Slice(0, Work.OneKilobyte), value);
    }

    [Benchmark(Description = Names.SpanOwner), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void SpanOwner(int value)
    {
        using SpanOwner<byte> owner = SpanOwner<byte>.Allocate(Work.OneKilobyte);
        Work.Touch(owner.Span, value);
    }

    [Benchmark(Description = Names.ObjectPool), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void ObjectPool(int value)
    {
        byte[] array = Pools<byte>.Objects.Get();
        try
        {
            Work.Touch(array.AsSpan(0, Work.OneKilobyte), value);
        }
        finally
        {
            Pools<byte>.Objects.Return(array);
        }
    }

    [Benchmark(Description = Names.Slot), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Slot(int value)
    {
        byte[] array = ThreadStaticSlot<byte>.Rent(Work.OneKilobyte);
        try
        {
            Work.Touch(array.AsSpan(0, Work.OneKilobyte), value);
        }
        finally
        {
            ThreadStaticSlot<byte>.Return(array);
        }
    }

    [Benchmark(Description = Names.Stack), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Stack(int value)
    {
        byte[] array = ThreadStaticStack<byte>.Rent(Work.OneKilobyte);
        try
        {
            Work.Touch(array.AsSpan(0, Work.OneKilobyte), value);
        }
        finally
        {
            ThreadStaticStack<byte>.Return(array);
        }
    }

    [Benchmark(Description = Names.New), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void New(int value)
    {
        byte[] array = new byte[Work.OneKilobyte];
        Work.Touch(array, value);
    }

    [Benchmark(Description = Names.Uninitialized), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Uninitialized(int value)
    {
        byte[] array = GC.AllocateUninitializedArray<byte>(Work.OneKilobyte);
        Work.Touch(array, value);
    }
}
