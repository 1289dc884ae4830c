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
                figures = ArrayPoolMeter.GetStatistics().Single(static pool => pool.Name == "ArrayPool<Int64>.Shared");
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
        using var listener = new ListenerBesideAThread(static () => ArrayPoolMeter.Start(), () => inside = ArrayPoolMeter.Start());
        ArrayPoolStatistics figures = default;
        SpinWait.SpinUntil(
            () =>
            {
                ArrayPool<long>.Shared.Rent(16);
                figures = ArrayPoolMeter.GetStatistics().SingleOrDefault(static pool => pool.Name == "ArrayPool<Int64>.Shared");
                return figures.Allocated > 0;
            },
            s_patience);
        listener.Other.Join();
        // The other meter is still open.
        inside!.Dispose();
        return $"counts: {figures.Allocated > 0}, and after its end: {ArrayPoolMeter.GetStatistics().Count > 0}";
    }

    /// <summary>
    /// Starts and ends checks where the thread has the lock of all listeners, while another one starts the first check of the process, or ends the last: both
    /// take that lock.
    /// </summary>
    /// <returns>What starting inside of a listener throws, and what the other thread's check throws for an array that is returned twice.</returns>
    public static string CheckInsideOfAListener()
    {
        // The static constructor of the pools' event source takes that lock, too.
        ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(16));
        ArrayPoolCheck? check = null;
        string? inside = null;
        using var starting = new ListenerBesideAThread(
            () => check = ArrayPoolCheck.Start(),
            () => inside = ThrownBy(static () => ArrayPoolCheck.Start()));
        starting.Other.Join();

        long[] array = ArrayPool<long>.Shared.Rent(16);
        ArrayPool<long>.Shared.Return(array);
        ArrayPool<long>.Shared.Return(array);
        string other = ThrownBy(check!.Verify);
        using var ending = new ListenerBesideAThread(check.Dispose, check.Dispose);
        ending.Other.Join();
        return $"inside: {inside}, other: {other}";
    }

    private static string ThrownBy(Action action)
    {
        try
        {
            action();
            return "nothing";
        }
        catch (Exception exception) when (exception is InvalidOperationException or ArrayPoolMisuseException)
        {
            return exception.GetType().Name;
        }
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

    // Runs an action where the thread has the lock of all listeners, while another thread waits for that lock.
    private sealed class ListenerBesideAThread : EventListener
    {
        private readonly Action _own;

        public ListenerBesideAThread(Action others, Action own)
        {
            Other = new Thread(others.Invoke) { IsBackground = true };
            _own = own;
            EventSourceCreated += OnCreated;
        }

        public Thread Other { get; }

        private void OnCreated(object? sender, EventSourceCreatedEventArgs created)
        {
            if ((Other.ThreadState & ThreadState.Unstarted) == 0)
                return;

            Other.Start();
            while ((Other.ThreadState & ThreadState.WaitSleepJoin) == 0)
                Thread.Sleep(1);

            _own();
        }
    }
}
