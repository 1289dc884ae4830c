using System.Globalization;

namespace PooledGen.Bench.Tables.Retained;

/// <summary>
/// A process that has a burst and then nothing to do. It collects all garbage every five seconds, because <c>ArrayPool.Shared</c> trims in full
/// collections only, and because only a collection shows which arrays a pool still holds.
/// </summary>
internal static class BurstProcess
{
    public const int Seconds = 90;
    public const int Step = 5;

    /// <summary>
    /// Prints, before the burst and then for each step, the bytes of the arrays that are still there and the resident memory: in MB, parted by a tab.
    /// </summary>
    public static void Run<TRenting>(Burst burst)
        where TRenting : struct, IRenting
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        var arrays = new List<WeakReference<byte[]>>[burst.Threads];
        using var start = new Barrier(burst.Threads + 1);
        // Otherwise a thread that begins late would rent what an early one returned, and the burst would be shorter than it looks.
        using var allHold = new Barrier(burst.Threads);
        using var idle = new ManualResetEventSlim();
        for (int i = 0; i < burst.Threads; i++)
        {
            List<WeakReference<byte[]>> own = arrays[i] = [];
            // The threads live on, as those of a server do: a pool keeps what belongs to a thread.
            new Thread(() =>
            {
                start.SignalAndWait();
                TRenting.Rent(burst.Lengths, own, allHold);
                start.SignalAndWait();
                idle.Wait();
            })
            { IsBackground = true }.Start();
        }

        Print(arrays);
        start.SignalAndWait();
        start.SignalAndWait();
        long begin = Environment.TickCount64;
        for (int second = 0; second <= Seconds; second += Step)
        {
            Thread.Sleep((int)long.Max(0, begin + (second * 1000) - Environment.TickCount64));
            Print(arrays);
        }
    }

    private static void Print(List<WeakReference<byte[]>>[] arrays)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Console.WriteLine($"{arrays.Sum(static own => own.Sum(Bytes)) / 1e6:0.000}\t{Environment.WorkingSet / 1e6:0.000}");
    }

    private static long Bytes(WeakReference<byte[]> array) => array.TryGetTarget(out byte[]? target) ? target.Length : 0;
}
