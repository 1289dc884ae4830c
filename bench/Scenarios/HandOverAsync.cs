using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios;

/// <summary>
/// Sixteen asynchronous methods rent 4 KB, wait for their turn in the thread pool, and return them on the thread on which they go on. The wait is a part of
/// the result: a rental takes less time than two waits differ.
/// </summary>
public class HandOverAsync : HandOverScenario
{
    private const int Methods = 16;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected override void Run<T>(Func<int, T> rent, Action<T> giveBack, int length)
        => Task.WaitAll([.. Enumerable.Range(0, Methods).Select(_ => Task.Run(() => RentAndYieldAsync(rent, giveBack, length)))]);

    private static async Task RentAndYieldAsync<T>(Func<int, T> rent, Action<T> giveBack, int length)
    {
        for (int i = 0; i < Operations / Methods; i++)
        {
            T buffer = rent(length);
            await Task.Yield();
            giveBack(buffer);
        }
    }
}
