using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Harness;

/// <summary>A loop that always does the same work, without memory: it takes longer only while other programs slow the processor down.</summary>
internal static class CalibrationLoop
{
    // About 50 us: a measurement of one contender takes twenty times as long.
    private const int Steps = 40_000;

    /// <summary>The time that the loop takes now.</summary>
    public static double Nanoseconds()
    {
        long start = Stopwatch.GetTimestamp();
        _ = Mix(Steps);
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }

    // Compiled at the highest tier at once: the loop must not get faster during a run. The four values do not need each other: a core that
    // works for another program, too, has fewer units for them. One value alone would wait for itself, and take as long as before.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static uint Mix(int steps)
    {
        uint a = 1;
        uint b = 2;
        uint c = 3;
        uint d = 4;
        for (uint i = 0; i < steps; i++)
        {
            a = (a ^ i) + (a >> 3);
            b = (b ^ i) + (b >> 5);
            c = (c ^ i) + (c >> 7);
            d = (d ^ i) + (d >> 9);
        }

        return a ^ b ^ c ^ d;
    }
}
