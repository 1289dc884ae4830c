namespace PooledGen.Bench.Tables.Latency;

/// <summary>Sixteen threads that rent at the same time. After each 64 rentals a thread lets another one run.</summary>
internal static class TimedCrew
{
    private const int Threads = 16;
    private const int RentalsOfThread = 32_000;
    private const int RentalsPerTurn = 64;
    private const int Length = 1024;

    public const int Rentals = Threads * RentalsOfThread;

    /// <summary>The times of all rentals of all threads, in ticks, shortest first.</summary>
    public static int[] Run<TRental>()
        where TRental : struct, ITimedRental
    {
        int[] ticks = new int[Rentals];
        using var start = new Barrier(Threads);
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(i => new Thread(() =>
        {
            start.SignalAndWait();
            Measure<TRental>(ticks.AsSpan(i * RentalsOfThread, RentalsOfThread));
        }))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();

        Array.Sort(ticks);
        return ticks;
    }

    private static void Measure<TRental>(Span<int> ticks)
        where TRental : struct, ITimedRental
    {
        // The first rentals of a thread allocate with every pool: the crew measures warm pools.
        for (int i = 0; i < RentalsPerTurn; i++)
            TRental.Once(Length);

        for (int i = 0; i < ticks.Length; i++)
        {
            ticks[i] = (int)long.Min(TRental.Once(Length), int.MaxValue);
            if (i % RentalsPerTurn == 0)
                Thread.Yield();
        }
    }
}
