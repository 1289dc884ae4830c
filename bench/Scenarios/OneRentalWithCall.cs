using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.Bench.Scenarios.Rivals;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>One buffer that is handed to a method which the JIT does not inline, as most code does: the rental has to survive the call.</summary>
public class OneRentalWithCall
{
    [Benchmark(Description = Names.PooledGen), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using var buffer = PacketBuffer.Rent(length);
        Use(buffer.Span, length);
    }

    [Benchmark(Description = Names.Shared, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            Use(array.AsSpan(0, length), length);
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
        Use(array.AsSpan(0, length), length);
        ArrayPool<byte>.Shared.Return(array);
    }

    [Benchmark(Description = Names.Slot), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Slot(int length)
    {
        byte[] array = ThreadStaticSlot<byte>.Rent(length);
        try
        {
            Use(array.AsSpan(0, length), length);
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
            Use(array.AsSpan(0, length), length);
        }
        finally
        {
            ThreadStaticStack<byte>.Return(array);
        }
    }

    [MethodImpl(NoInlining)]
    private static void Use(Span<byte> buffer, int value) => Work.Touch(buffer, value);
}
