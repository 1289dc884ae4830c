using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.Bench.Scenarios.Rivals;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>
/// A short buffer that fits on the stack, in code that would rent a longer one. The rivals are the hybrid that people write by hand.
/// </summary>
public class StackFirst
{
    private const int OnTheStack = 256;
    private const int Length = 200;

    [Benchmark(Description = Names.PooledGen), Arguments(Length), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using var buffer = PacketBuffer.Rent(length, stackalloc byte[OnTheStack]);
        Work.Touch(buffer.Span, length);
    }

    [Benchmark(Description = Names.Shared, Baseline = true), Arguments(Length), MethodImpl(NoInlining)]
    public void Shared(int length)
    {
        byte[]? rented = null;
        Span<byte> span = length <= OnTheStack ? stackalloc byte[OnTheStack] : (rented = ArrayPool<byte>.Shared.Rent(length));
        try
        {
            Work.Touch(span.Slice(0, length), length);
        }
        finally
        {
            if (rented is not null)
                ArrayPool<byte>.Shared.Return(rented);
        }
    }

    [Benchmark(Description = Names.SharedBare), Arguments(Length), MethodImpl(NoInlining)]
    public void SharedBare(int length)
    {
        byte[]? rented = null;
        Span<byte> span = length <= OnTheStack ? stackalloc byte[OnTheStack] : (rented = ArrayPool<byte>.Shared.Rent(length));
        Work.Touch(span.Slice(0, length), length);
        if (rented is not null)
            ArrayPool<byte>.Shared.Return(rented);
    }

    [Benchmark(Description = Names.Slot), Arguments(Length), MethodImpl(NoInlining)]
    public void Slot(int length)
    {
        byte[]? rented = null;
        Span<byte> span = length <= OnTheStack ? stackalloc byte[OnTheStack] : (rented = ThreadStaticSlot<byte>.Rent(length));
        try
        {
            Work.Touch(span.Slice(0, length), length);
        }
        finally
        {
            if (rented is not null)
                ThreadStaticSlot<byte>.Return(rented);
        }
    }

    [Benchmark(Description = Names.Stack), Arguments(Length), MethodImpl(NoInlining)]
    public void Stack(int length)
    {
        byte[]? rented = null;
        Span<byte> span = length <= OnTheStack ? stackalloc byte[OnTheStack] : (rented = ThreadStaticStack<byte>.Rent(length));
        try
        {
            Work.Touch(span.Slice(0, length), length);
        }
        finally
        {
            if (rented is not null)
                ThreadStaticStack<byte>.Return(rented);
        }
    }

    [Benchmark(Description = Names.New), Arguments(Length), MethodImpl(NoInlining)]
    public void New(int length)
    {
        Span<byte> span = length <= OnTheStack ? stackalloc byte[OnTheStack] : new byte[length];
        Work.Touch(span.Slice(0, length), length);
    }

    [Benchmark(Description = Names.Uninitialized), Arguments(Length), MethodImpl(NoInlining)]
    public void Uninitialized(int length)
    {
        Span<byte> span = length <= OnTheStack ? stackalloc byte[OnTheStack] : GC.AllocateUninitializedArray<byte>(length);
        Work.Touch(span.Slice(0, length), length);
    }
}
