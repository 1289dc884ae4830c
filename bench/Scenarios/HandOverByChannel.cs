using System.Buffers;
using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace PooledGen.Bench.Scenarios;

/// <summary>One task rents 4 KB and writes them to a bounded channel; another task reads them there and returns them.</summary>
public class HandOverByChannel
{
    private const int FourKilobytes = 4096;
    private const int Operations = 50_000;

    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void Empty(int length) => Run(static length => length, static _ => { }, length);

    [Benchmark(Description = "PooledGen, Owner", OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void PooledGen(int length) => Run(TravellingBuffer.RentOwner, static owner => owner.Dispose(), length);

    [Benchmark(Description = "MemoryPool.Shared", OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void MemoryPoolShared(int length) => Run(static length => MemoryPool<byte>.Shared.Rent(length), static owner => owner.Dispose(), length);

    [Benchmark(Description = "ArrayPool.Shared", OperationsPerInvoke = Operations, Baseline = true), Arguments(FourKilobytes)]
    public void Shared(int length) => Run(ArrayPool<byte>.Shared.Rent, static array => ArrayPool<byte>.Shared.Return(array), length);

    [Benchmark(Description = Names.New, OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void New(int length) => Run(static length => new byte[length], static _ => { }, length);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Run<T>(Func<int, T> rent, Action<T> giveBack, int length)
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
