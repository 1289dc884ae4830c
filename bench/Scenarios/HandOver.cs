using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios;

/// <summary>One thread rents 4 KB and hands them to another one, which returns them: the way of a buffer through a pipeline.</summary>
public class HandOver : HandOverScenario
{
    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void Empty(int length) => Run(static length => length, static _ => { }, length);

    [Benchmark(Description = "PooledGen, Owner, MaxBuffersPerThread = 32", OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void PooledGenDeep(int length) => Run(PipelineBuffer.RentOwner, static owner => owner.Dispose(), length);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected override void Run<T>(Func<int, T> rent, Action<T> giveBack, int length)
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
