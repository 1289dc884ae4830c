using System.Buffers;
using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios;

/// <summary>One thread rents 4 KB and hands them to another one, which returns them: the way of a buffer through a pipeline.</summary>
public class HandOver
{
    private const int FourKilobytes = 4096;
    private const int Operations = 100_000;

    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void Empty(int length) => Run(static length => length, static _ => { }, length);

    [Benchmark(Description = "PooledGen, Owner", OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void PooledGen(int length) => Run(TravellingBuffer.RentOwner, static owner => owner.Dispose(), length);

    [Benchmark(Description = "PooledGen, Owner, ThreadDepth = 32", OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void PooledGenDeep(int length) => Run(PipelineBuffer.RentOwner, static owner => owner.Dispose(), length);

    [Benchmark(Description = "ArrayPool.Shared", OperationsPerInvoke = Operations, Baseline = true), Arguments(FourKilobytes)]
    public void Shared(int length) => Run(ArrayPool<byte>.Shared.Rent, static array => ArrayPool<byte>.Shared.Return(array), length);

    [Benchmark(Description = Names.New, OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void New(int length) => Run(static length => new byte[length], static _ => { }, length);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Run<T>(Func<int, T> rent, Action<T> giveBack, int length)
    {
        var ring = new Ring<T>();
        Task taker = Task.Factory.StartNew(
            () =>
            {
                for (int i = 0; i < Operations; i++)
                    giveBack(ring.Take());
            },
            TaskCreationOptions.LongRunning);
        for (int i = 0; i < Operations; i++)
            ring.Put(rent(length));

        taker.Wait();
    }
}
