using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace PooledGen.Bench.Scenarios;

/// <summary>One task rents 4 KB and writes them to a bounded channel; another task reads them there and returns them.</summary>
public class HandOverByChannel : HandOverScenario
{
    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void Empty(int length) => Run(static length => length, static _ => { }, length);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected override void Run<T>(Func<int, T> rent, Action<T> giveBack, int length)
    {
        var channel = Channel.CreateBounded<T>(new BoundedChannelOptions(64) { SingleReader = true, SingleWriter = true });
        Task reader = Task.Run(async () =>
        {
            for (int i = 0; i < Operations; i++)
                giveBack(await channel.Reader.ReadAsync());
        });
        Task writer = Task.Run(async () =>
        {
            for (int i = 0; i < Operations; i++)
                await channel.Writer.WriteAsync(rent(length));
        });
        Task.WaitAll(reader, writer);
    }
}
