using System.Buffers;
using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios;

/// <summary>Sixteen asynchronous methods rent 4 KB, wait for their turn in the thread pool, and return them on whichever thread goes on.</summary>
public class HandOverAsync
{
    private const int FourKilobytes = 4096;
    private const int Methods = 16;
    private const int Rentals = 2_000;

    [Benchmark(Description = Names.Empty, OperationsPerInvoke = Methods * Rentals), Arguments(FourKilobytes)]
    public void Empty(int length) => Run(static length => length, static _ => { }, length);

    [Benchmark(Description = "PooledGen, Owner", OperationsPerInvoke = Methods * Rentals), Arguments(FourKilobytes)]
    public void PooledGen(int length) => Run(TravellingBuffer.RentOwner, static owner => owner.Dispose(), length);

    [Benchmark(Description = "MemoryPool.Shared", OperationsPerInvoke = Methods * Rentals), Arguments(FourKilobytes)]
    public void MemoryPoolShared(int length) => Run(static length => MemoryPool<byte>.Shared.Rent(length), static owner => owner.Dispose(), length);

    [Benchmark(Description = "ArrayPool.Shared", OperationsPerInvoke = Methods * Rentals, Baseline = true), Arguments(FourKilobytes)]
    public void Shared(int length) => Run(ArrayPool<byte>.Shared.Rent, static array => ArrayPool<byte>.Shared.Return(array), length);

    [Benchmark(Description = Names.New, OperationsPerInvoke = Methods * Rentals), Arguments(FourKilobytes)]
    public void New(int length) => Run(static length => new byte[length], static _ => { }, length);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Run<T>(Func<int, T> rent, Action<T> giveBack, int length)
        => Task.WaitAll([.. Enumerable.Range(0, Methods).Select(_ => Task.Run(() => RentAndYieldAsync(rent, giveBack, length)))]);

    private static async Task RentAndYieldAsync<T>(Func<int, T> rent, Action<T> giveBack, int length)
    {
        for (int i = 0; i < Rentals; i++)
        {
            T buffer = rent(length);
            await Task.Yield();
            giveBack(buffer);
        }
    }
}
