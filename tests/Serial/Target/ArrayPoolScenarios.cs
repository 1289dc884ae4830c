using System.Buffers;
using System.Diagnostics.Tracing;

namespace PooledGen.Diagnostics.Target;

/// <summary>Processes in which the framework's pools raise no events, or trim at every collection.</summary>
internal static class ArrayPoolScenarios
{
    private const int Arrays = 10;
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    /// <summary>Asks for the events in a process without them.</summary>
    /// <returns>What is thrown.</returns>
    public static string AskForEvents() => $"{MessageOf(ArrayPoolMeter.Start)} {MessageOf(static () => ArrayPoolCheck.Start())}";

    /// <summary>Returns arrays, and lets the collector run until the pool has let go of them.</summary>
    /// <returns>The figures of the pool.</returns>
    public static string Trim()
    {
        using IDisposable meter = ArrayPoolMeter.Start();
        long[][] arrays = [.. Enumerable.Range(0, Arrays).Select(static _ => ArrayPool<long>.Shared.Rent(16))];
        Array.ForEach(arrays, static array => ArrayPool<long>.Shared.Return(array));
        ArrayPoolStatistics figures = default;
        SpinWait.SpinUntil(
            () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                figures = ArrayPoolMeter.Pools.Single(static pool => pool.Name == "ArrayPool<Int64>.Shared");
                return figures.Trimmed == Arrays;
            },
            s_patience);
        return $"allocated: {figures.Allocated}, trimmed: {figures.Trimmed}, {figures.TrimmedBytes} bytes";
    }

    /// <summary>
    /// Starts a meter where the thread has the lock of all listeners, while another one starts a meter, too: it makes the first rental of the process, whose
    /// static constructor waits for that lock.
    /// </summary>
    /// <returns>The figures of the pool, once it has counted.</returns>
    public static string MeterInsideOfAListener()
    {
        ArrayPoolMeter? inside = null;
        using var listener = new MeteringListener(() => inside = ArrayPoolMeter.Start());
        ArrayPoolStatistics figures = default;
        SpinWait.SpinUntil(
            () =>
            {
                ArrayPool<long>.Shared.Rent(16);
                figures = ArrayPoolMeter.Pools.SingleOrDefault(static pool => pool.Name == "ArrayPool<Int64>.Shared");
                return figures.Allocated > 0;
            },
            s_patience);
        listener.Other!.Join();
        // The other meter is still open.
        inside!.Dispose();
        return $"counts: {figures.Allocated > 0}, and after its end: {ArrayPoolMeter.Pools.Count > 0}";
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

    private sealed class MeteringListener : EventListener
    {
        private readonly Action _meter;

        public MeteringListener(Action meter)
        {
            _meter = meter;
            EventSourceCreated += OnCreated;
        }

        public Thread? Other { get; private set; }

        private void OnCreated(object? sender, EventSourceCreatedEventArgs created)
        {
            if (Other is not null)
                return;

            Other = new Thread(static () => ArrayPoolMeter.Start()) { IsBackground = true };
            Other.Start();
            while ((Other.ThreadState & ThreadState.WaitSleepJoin) == 0)
                Thread.Sleep(1);

            _meter();
        }
    }
}
