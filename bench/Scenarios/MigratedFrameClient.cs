using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.Bench.Scenarios.Rivals;
using PooledGen.Interop.Tests.Migrations.Framing;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>A client of framed messages, before its migration and after it: one frame of 1 KB sent and received, without the socket.</summary>
public class MigratedFrameClient
{
    private static readonly byte[] s_payload = new byte[Work.OneKilobyte];
    private static readonly PooledFrameClient s_pooled = new(new EchoStream());
    private static readonly ArrayPoolFrameClient s_shared = new(new EchoStream());

    // Frames end on other threads in a real client, so the pool's owners are made to take the compare-exchange.
    static MigratedFrameClient()
    {
        FrameBuffer.RentOwner(Work.OneKilobyte).Dispose();
        PooledOwner<byte> travelling = FrameBuffer.RentOwner(Work.OneKilobyte);
        var elsewhere = new Thread(() => travelling.Dispose());
        elsewhere.Start();
        elsewhere.Join();
    }

    [Benchmark(Description = Names.Migrated), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length) => RoundTrip<PooledOwner<byte>>(s_pooled, length);

    [Benchmark(Description = Names.NotMigrated, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length) => RoundTrip<ArrayPoolFrame>(s_shared, length);

    // The stream never waits, so both tasks are complete when they are returned.
    private static void RoundTrip<TFrame>(IFrameClient<TFrame> client, int length)
        where TFrame : struct, IMemoryOwner<byte>
    {
        client.SendAsync("subject", s_payload.AsMemory(0, length)).GetAwaiter().GetResult();
        using TFrame frame = client.ReceiveAsync().GetAwaiter().GetResult();
        Work.Touch(frame.Memory.Span, length);
    }
}
