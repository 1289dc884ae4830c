using System.Buffers;
using System.Runtime.CompilerServices;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>
/// A short array of a constant length that does not leave its method. From .NET 10 on the JIT may place it on the stack, up to 528 bytes with the header.
/// </summary>
public class ArrayThatStays
{
    private const int Short = 64;
    private const int Long = 512;
    private const int TooLong = 1024;

    [Benchmark(Description = Names.PooledGen), Arguments(Short), MethodImpl(NoInlining)]
    public void PooledGen(int value)
    {
        using var buffer = PacketBuffer.Rent(Short);
        Work.Touch(buffer.Span, value);
    }

    [Benchmark(Description = Names.Shared, Baseline = true), Arguments(Short), MethodImpl(NoInlining)]
    public void Shared(int value)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Short);
        try
        {
            Work.Touch(array.AsSpan(0, Short), value);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    [Benchmark(Description = "new, 64 bytes"), Arguments(Short), MethodImpl(NoInlining)]
    public void New(int value)
    {
        byte[] array = new byte[Short];
        Work.Touch(array, value);
    }

    [Benchmark(Description = "new, 512 bytes"), Arguments(Long), MethodImpl(NoInlining)]
    public void NewLong(int value)
    {
        byte[] array = new byte[Long];
        Work.Touch(array, value);
    }

    [Benchmark(Description = "new, 1,024 bytes"), Arguments(TooLong), MethodImpl(NoInlining)]
    public void NewTooLong(int value)
    {
        byte[] array = new byte[TooLong];
        Work.Touch(array, value);
    }

    [Benchmark(Description = "stackalloc, 64 bytes"), Arguments(Short), MethodImpl(NoInlining)]
    public void StackAlloc(int value)
    {
        Span<byte> span = stackalloc byte[Short];
        Work.Touch(span, value);
    }
}
