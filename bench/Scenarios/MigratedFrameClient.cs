using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.Bench.Scenarios.Rivals;
using PooledGen.Interop.Tests.Migrations.Framing;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>A client of framed messages, before its migration and after it: one frame of 1 KB sent over a socket and received.</summary>
public class MigratedFrameClient
{
    private static readonly PooledFrameClient s_pooled = new(new SocketEcho());
    private static readonly ArrayPoolFrameClient s_shared = new(new SocketEcho());

    static MigratedFrameClient() => Frames.EndOneElsewhere();

    [Benchmark(Description = Names.Migrated), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length) => Frames.RoundTrip(s_pooled, length);

    [Benchmark(Description = Names.NotMigrated, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length) => Frames.RoundTrip(s_shared, length);
}

/// <summary>The same without the socket, to show the buffers: most of what is left is the pipe's time.</summary>
public class MigratedFrameClientInMemory
{
    private static readonly PooledFrameClient s_pooled = new(new MemoryEcho());
    private static readonly ArrayPoolFrameClient s_shared = new(new MemoryEcho());

    static MigratedFrameClientInMemory() => Frames.EndOneElsewhere();

    [Benchmark(Description = Names.Migrated), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length) => Frames.RoundTrip(s_pooled, length);

    [Benchmark(Description = Names.NotMigrated, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length) => Frames.RoundTrip(s_shared, length);
}

/// <summary>What the clients do.</summary>
file static class Frames
{
    private static readonly byte[] s_payload = new byte[Work.OneKilobyte];

    // Frames end on other threads in a real client, so the pool's owners are made to take the compare-exchange.
    public static void EndOneElsewhere()
    {
        FrameBuffer.RentOwner(Work.OneKilobyte).Dispose();
        PooledOwner<byte> travelling = FrameBuffer.RentOwner(Work.OneKilobyte);
        var elsewhere = new Thread(() => travelling.Dispose());
        elsewhere.Start();
        elsewhere.Join();
    }

    public static void RoundTrip<TFrame>(IFrameClient<TFrame> client, int length)
        where TFrame : struct, IMemoryOwner<byte>
    {
        ValueTask sending = client.SendAsync("subject", s_payload.AsMemory(0, length));
        if (!sending.IsCompletedSuccessfully)
            sending.AsTask().GetAwaiter().GetResult();

        ValueTask<TFrame> receiving = client.ReceiveAsync();
        using TFrame frame = receiving.IsCompletedSuccessfully ? receiving.Result : receiving.AsTask().GetAwaiter().GetResult();
        Work.Touch(frame.Memory.Span, length);
    }
}
