using System.Buffers;
using System.Runtime.CompilerServices;
using CommunityToolkit.HighPerformance.Buffers;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>A result that nobody said the length of: 10 KB, collected 100 bytes at a time in one contiguous buffer.</summary>
public class WriterOfTenKilobytes
{
    private static readonly byte[] s_step = new byte[Growth.Step];

    [Benchmark(Description = "PooledGen, Writer"), Arguments(Growth.TenKilobytes), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using var writer = PacketBuffer.CreateWriter();
        for (int written = 0; written < length; written += Growth.Step)
            writer.Append(s_step);
    }

    [Benchmark(Description = "PooledBufferWriter"), Arguments(Growth.TenKilobytes), MethodImpl(NoInlining)]
    public void PooledGenOnTheHeap(int length)
    {
        using PooledBufferWriter<byte> writer = PacketBuffer.Pool.CreateBufferWriter();
        for (int written = 0; written < length; written += Growth.Step)
            writer.Write(s_step);
    }

    [Benchmark(Description = "ArrayPoolBufferWriter", Baseline = true), Arguments(Growth.TenKilobytes), MethodImpl(NoInlining)]
    public void ArrayPoolWriter(int length)
    {
        using var writer = new ArrayPoolBufferWriter<byte>();
        for (int written = 0; written < length; written += Growth.Step)
            writer.Write(s_step.AsSpan());
    }

#if NET10_0_OR_GREATER
    [Benchmark(Description = "DotNext PoolingArrayBufferWriter"), Arguments(Growth.TenKilobytes), MethodImpl(NoInlining)]
    public void DotNextWriter(int length)
    {
        using var writer = new DotNext.Buffers.PoolingArrayBufferWriter<byte>();
        for (int written = 0; written < length; written += Growth.Step)
            writer.Write(s_step.AsSpan());
    }
#endif

    [Benchmark(Description = "ArrayBufferWriter"), Arguments(Growth.TenKilobytes), MethodImpl(NoInlining)]
    public void ArrayWriter(int length)
    {
        var writer = new ArrayBufferWriter<byte>();
        for (int written = 0; written < length; written += Growth.Step)
            writer.Write(s_step.AsSpan());
    }
}
