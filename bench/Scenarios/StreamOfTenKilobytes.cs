using System.Runtime.CompilerServices;
using Microsoft.IO;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>A stream that nobody said the length of: 10 KB, written 100 bytes at a time.</summary>
public class StreamOfTenKilobytes
{
    private static readonly byte[] s_step = new byte[Growth.Step];

    // Everything at its default, as for the others.
    private static readonly RecyclableMemoryStreamManager s_recyclable = new();

    [Benchmark(Description = "PooledStream"), Arguments(Growth.TenKilobytes), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using PooledStream stream = PacketBuffer.Pool.CreateStream();
        Fill(stream, length);
    }

    [Benchmark(Description = "MemoryStream", Baseline = true), Arguments(Growth.TenKilobytes), MethodImpl(NoInlining)]
    public void Memory(int length)
    {
        using var stream = new MemoryStream();
        Fill(stream, length);
    }

    [Benchmark(Description = "RecyclableMemoryStream"), Arguments(Growth.TenKilobytes), MethodImpl(NoInlining)]
    public void Recyclable(int length)
    {
        using RecyclableMemoryStream stream = s_recyclable.GetStream();
        Fill(stream, length);
    }

#if NET10_0_OR_GREATER
    // A writer and no stream, but like the pooled streams it keeps what is written in blocks.
    [Benchmark(Description = "DotNext SparseBufferWriter"), Arguments(Growth.TenKilobytes), MethodImpl(NoInlining)]
    public void DotNextWriter(int length)
    {
        using var writer = new DotNext.Buffers.SparseBufferWriter<byte>();
        for (int written = 0; written < length; written += Growth.Step)
            writer.Write(s_step.AsSpan());
    }
#endif

    private static void Fill(Stream stream, int length)
    {
        for (int written = 0; written < length; written += Growth.Step)
            stream.Write(s_step, 0, Growth.Step);
    }
}
