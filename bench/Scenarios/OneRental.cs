using System.Buffers;
using System.Runtime.CompilerServices;
using CommunityToolkit.HighPerformance.Buffers;
using PooledGen.Bench.Scenarios.Rivals;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>One buffer of a length that the compiler does not know.</summary>
public class OneRental
{
    [Benchmark(Description = Names.PooledGen), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using var buffer = PacketBuffer.Rent(length);
        Work.Touch(buffer.Span, length);
    }

    [Benchmark(Description = Names.FinerClasses), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void FinerClasses(int length)
    {
        using var buffer = FinerBuffer.Rent(length);
        Work.Touch(buffer.Span, length);
    }

    [Benchmark(Description = Names.SharedBuffer), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void SharedBuffer(int length)
    {
        using var buffer = SharedBuffer<byte>.Rent(length);
        Work.Touch(buffer.Span, length);
    }

    [Benchmark(Description = Names.TypeParameter), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void TypeParameter(int length)
    {
        using var buffer = Block<byte>.Rent(length);
        Work.Touch(buffer.Span, length);
    }

    [Benchmark(Description = Names.Shared, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            Work.Touch(array.AsSpan(0, length), length);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    [Benchmark(Description = Names.SharedBare), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void SharedBare(int length)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        Work.Touch(array.AsSpan(0, length), length);
        ArrayPool<byte>.Shared.Return(array);
    }

    [Benchmark(Description = Names.Created), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Created(int length)
    {
        byte[] array = Pools<byte>.Created.Rent(length);
        try
        {
            Work.Touch(array.AsSpan(0, length), length);
        }
        finally
        {
            Pools<byte>.Created.Return(array);
        }
    }

    [Benchmark(Description = Names.MemoryPool), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void MemoryPool(int length)
    {
        using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(length);
        Work.Touch(owner.Memory.Span.Slice(0, length), length);
    }

    [Benchmark(Description = Names.SpanOwner), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void SpanOwner(int length)
    {
        using SpanOwner<byte> owner = SpanOwner<byte>.Allocate(length);
        Work.Touch(owner.Span, length);
    }

#if NET10_0_OR_GREATER
    [Benchmark(Description = "DotNext SpanOwner, using"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void DotNextSpanOwner(int length)
    {
        using var owner = new DotNext.Buffers.SpanOwner<byte>(length);
        Work.Touch(owner.Span, length);
    }
#endif

    [Benchmark(Description = Names.ObjectPool), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void ObjectPool(int length)
    {
        byte[] array = Pools<byte>.Objects.Get();
        try
        {
            Work.Touch(array.AsSpan(0, length), length);
        }
        finally
        {
            Pools<byte>.Objects.Return(array);
        }
    }

    [Benchmark(Description = Names.Slot), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Slot(int length)
    {
        byte[] array = ThreadStaticSlot<byte>.Rent(length);
        try
        {
            Work.Touch(array.AsSpan(0, length), length);
        }
        finally
        {
            ThreadStaticSlot<byte>.Return(array);
        }
    }

    [Benchmark(Description = Names.Stack), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Stack(int length)
    {
        byte[] array = ThreadStaticStack<byte>.Rent(length);
        try
        {
            Work.Touch(array.AsSpan(0, length), length);
        }
        finally
        {
            ThreadStaticStack<byte>.Return(array);
        }
    }

    [Benchmark(Description = Names.New), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void New(int length)
    {
        byte[] array = new byte[length];
        Work.Touch(array, length);
    }

    [Benchmark(Description = Names.Uninitialized), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Uninitialized(int length)
    {
        byte[] array = GC.AllocateUninitializedArray<byte>(length);
        Work.Touch(array, length);
    }
}
