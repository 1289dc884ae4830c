using System.Buffers;

namespace PooledGen.Bench.Scenarios;

/// <summary>One side rents 4 KB, another one returns them. The scenarios differ in the way of a buffer from one to the other.</summary>
public abstract class HandOverScenario
{
    protected const int FourKilobytes = 4096;
    protected const int Operations = 48_000;

    [Benchmark(Description = Names.Owner, OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void PooledGen(int length) => Run(TravellingBuffer.RentOwner, static owner => owner.Dispose(), length);

    [Benchmark(Description = "MemoryPool.Shared", OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void MemoryPoolShared(int length) => Run(static length => MemoryPool<byte>.Shared.Rent(length), static owner => owner.Dispose(), length);

    [Benchmark(Description = "ArrayPool.Shared", OperationsPerInvoke = Operations, Baseline = true), Arguments(FourKilobytes)]
    public void Shared(int length) => Run(ArrayPool<byte>.Shared.Rent, static array => ArrayPool<byte>.Shared.Return(array), length);

    [Benchmark(Description = Names.New, OperationsPerInvoke = Operations), Arguments(FourKilobytes)]
    public void New(int length) => Run(static length => new byte[length], static _ => { }, length);

    /// <summary>Rents and gives back as many times as there are operations.</summary>
    protected abstract void Run<T>(Func<int, T> rent, Action<T> giveBack, int length);
}
