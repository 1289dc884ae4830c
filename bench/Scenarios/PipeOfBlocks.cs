using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>16 KB through a pipe, 1 KB at a time, on one thread.</summary>
public class PipeOfBlocks
{
    private const int Length = 16 * 1024;

    private static readonly Pipe s_onReusedOwners = NewPipe(PacketBuffer.Pool.DangerousAsMemoryPool());
    private static readonly Pipe s_onShared = NewPipe(MemoryPool<byte>.Shared);

    [Benchmark(Description = "DangerousAsMemoryPool()"), Arguments(Length), MethodImpl(NoInlining)]
    public void PooledGen(int length) => Pump(s_onReusedOwners, length);

    [Benchmark(Description = "MemoryPool.Shared", Baseline = true), Arguments(Length), MethodImpl(NoInlining)]
    public void Shared(int length) => Pump(s_onShared, length);

    private static Pipe NewPipe(MemoryPool<byte> pool)
        => new(new PipeOptions(pool, PipeScheduler.Inline, PipeScheduler.Inline, useSynchronizationContext: false));

    private static void Pump(Pipe pipe, int length)
    {
        for (int written = 0; written < length; written += Work.OneKilobyte)
        {
            pipe.Writer.GetSpan(Work.OneKilobyte)[0] = 1;
            pipe.Writer.Advance(Work.OneKilobyte);
            _ = pipe.Writer.FlushAsync();
        }

        pipe.Reader.TryRead(out ReadResult result);
        pipe.Reader.AdvanceTo(result.Buffer.End);
    }
}
