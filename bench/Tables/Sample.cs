using System.Diagnostics;

namespace PooledGen.Bench.Tables;

/// <summary>One operation in a row of many: its time, its allocated bytes, and the collections of the whole row, each counted for its own generation.</summary>
internal readonly record struct Sample(double Nanoseconds, int Gen0, int Gen1, int Gen2, double Bytes)
{
    /// <summary>Measures a number of operations.</summary>
    public static Sample Of(Action<int> run, int length, int operations)
    {
        // A collection that goes on in the background would count for the next way.
        GC.Collect();
        (int gen0, int gen1, int gen2) = Collections();
        long bytes = GC.GetAllocatedBytesForCurrentThread();
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < operations; i++)
            run(length);

        double nanoseconds = Stopwatch.GetElapsedTime(start).TotalNanoseconds / operations;
        bytes = GC.GetAllocatedBytesForCurrentThread() - bytes;
        (int gen0After, int gen1After, int gen2After) = Collections();
        return new Sample(nanoseconds, gen0After - gen0, gen1After - gen1, gen2After - gen2, (double)bytes / operations);
    }

    // The runtime counts a collection for its generation and for all younger ones.
    private static (int Gen0, int Gen1, int Gen2) Collections()
    {
        int gen2 = GC.CollectionCount(2);
        int gen1 = GC.CollectionCount(1);
        return (GC.CollectionCount(0) - gen1, gen1 - gen2, gen2);
    }
}
