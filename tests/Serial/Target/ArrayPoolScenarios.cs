using System.Buffers;

namespace PooledGen.Diagnostics.Target;

/// <summary>Processes in which the framework's pools raise no events, or trim at every collection.</summary>
internal static class ArrayPoolScenarios
{
    private const int Arrays = 10;
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    /// <summary>Asks for the events in a process without them.</summary>
    /// <returns>What is thrown.</returns>
    public static string AskForEvents() => $"{MessageOf(PooledBuffers.MeterArrayPools)} {MessageOf(static () => PooledBuffers.CheckArrayPools())}";

    /// <summary>Returns arrays, and lets the collector run until the pool has let go of them.</summary>
    /// <returns>The figures of the pool.</returns>
    public static string Trim()
    {
        using IDisposable meter = PooledBuffers.MeterArrayPools();
        long[][] arrays = [.. Enumerable.Range(0, Arrays).Select(static _ => ArrayPool<long>.Shared.Rent(16))];
        Array.ForEach(arrays, static array => ArrayPool<long>.Shared.Return(array));
        ArrayPoolStatistics figures = default;
        SpinWait.SpinUntil(
            () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                figures = PooledBuffers.ArrayPools.Single(static pool => pool.Name == "ArrayPool<Int64>.Shared");
                return figures.Trimmed == Arrays;
            },
            s_patience);
        return $"allocated: {figures.Allocated}, trimmed: {figures.Trimmed}, {figures.TrimmedBytes} bytes";
    }

    private static string MessageOf(Func<IDisposable> open)
    {
        try
        {
            open().Dispose();
            return "none";
        }
        catch (NotSupportedException exception)
        {
            return exception.Message;
        }
    }
}
