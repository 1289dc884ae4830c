using System.Buffers;
using System.Runtime.CompilerServices;
using CommunityToolkit.HighPerformance.Buffers;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>
/// One buffer of another length at each call, from 16 bytes to 64 KB, each size class as often as the others. With one length, the processor knows the
/// addresses of the pool's stack before it has computed the class.
/// </summary>
public class RandomLengths
{
    private const int Count = 4096;
    private static readonly int[] s_lengths = Lengths();
    private int _index;

    /// <summary>What <see cref="Empty"/> writes, so that the JIT does not leave its read out.</summary>
    public int Last { get; private set; }

    // The figures are net of it.
    [Benchmark(Description = Names.Empty), Arguments(0), MethodImpl(NoInlining)]
    public void Empty(int value) => Last = Next();

    [Benchmark(Description = Names.PooledGen), Arguments(0), MethodImpl(NoInlining)]
    public void PooledGen(int value)
    {
        using var buffer = PacketBuffer.Rent(Next());
        Work.Touch(buffer.Span, value);
    }

    [Benchmark(Description = Names.FinerClasses), Arguments(0), MethodImpl(NoInlining)]
    public void FinerClasses(int value)
    {
        using var buffer = FinerBuffer.Rent(Next());
        Work.Touch(buffer.Span, value);
    }

    [Benchmark(Description = Names.Shared, Baseline = true), Arguments(0), MethodImpl(NoInlining)]
    public void Shared(int value)
    {
        int length = Next();
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            Work.Touch(array.AsSpan(0, length), value);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    [Benchmark(Description = Names.SharedBare), Arguments(0), MethodImpl(NoInlining)]
    public void SharedBare(int value)
    {
        int length = Next();
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        Work.Touch(array.AsSpan(0, length), value);
        ArrayPool<byte>.Shared.Return(array);
    }

    [Benchmark(Description = Names.MemoryPool), Arguments(0), MethodImpl(NoInlining)]
    public void MemoryPool(int value)
    {
        int length = Next();
        using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(length);
        Work.Touch(owner.Memory.Span.Slice(0, length), value);
    }

    [Benchmark(Description = Names.SpanOwner), Arguments(0), MethodImpl(NoInlining)]
    public void SpanOwner(int value)
    {
        using SpanOwner<byte> owner = SpanOwner<byte>.Allocate(Next());
        Work.Touch(owner.Span, value);
    }

    [Benchmark(Description = Names.New), Arguments(0), MethodImpl(NoInlining)]
    public void New(int value)
    {
        byte[] array = new byte[Next()];
        Work.Touch(array, value);
    }

    [MethodImpl(AggressiveInlining)]
    private int Next() => s_lengths[_index++ & (Count - 1)];

    private static int[] Lengths()
    {
        var random = new Random(1);
        return [.. Enumerable.Range(0, Count).Select(_ => (int)Math.Pow(2, 4 + (12 * random.NextDouble())))];
    }
}
