using System.Buffers;
using System.Runtime;

namespace PooledGen.Diagnostics.Target;

/// <summary>What the first rental of a process compiles and loads.</summary>
internal static class FirstRental
{
    private const int MillisecondsLater = 90;

    /// <summary>Rents for the first time in this process.</summary>
    /// <returns>The methods compiled by the renting thread, those compiled by all threads a moment later, and whether the culture library was loaded.</returns>
    public static string Measure()
    {
        HasCultureLibrary(); // compiles what measures
        long onThread = JitInfo.GetCompiledMethodCount(currentThread: true);
        long inProcess = JitInfo.GetCompiledMethodCount();

        Packet.Rent(1500).Dispose();

        onThread = JitInfo.GetCompiledMethodCount(currentThread: true) - onThread;
        Thread.Sleep(MillisecondsLater);
        inProcess = JitInfo.GetCompiledMethodCount() - inProcess;
        bool hasCultureLibrary = HasCultureLibrary();
        return $"{onThread} {inProcess} {hasCultureLibrary}";
    }

    /// <summary>Rents and returns the first array of an adapter, on a thread that has rented from the pool.</summary>
    /// <returns>The methods compiled by that thread.</returns>
    public static long MeasureArray()
    {
        Packet.Rent(1500).Dispose();
        long before = JitInfo.GetCompiledMethodCount(currentThread: true);

        ArrayPool<byte> arrays = Packet.Pool.AsArrayPool();
        arrays.Return(arrays.Rent(1500));

        return JitInfo.GetCompiledMethodCount(currentThread: true) - before;
    }

    // The system says so on Linux only. Asking must not load it.
    private static bool HasCultureLibrary()
        => OperatingSystem.IsLinux() && File.ReadAllText("/proc/self/maps").Contains("libicu", StringComparison.Ordinal);
}
