using System.Globalization;
using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Tables.MemoryLimit;

/// <summary>
/// A process that works on batches of columns, for some seconds with one element type and then with the next. Once a second it collects all garbage, while it
/// holds a batch: <c>ArrayPool.Shared</c> trims in full collections only.
/// </summary>
internal static class LimitedProcess
{
    public const int SecondsOfType = 5;
    public const int Columns = 40;
    public const int ColumnBytes = 1 << 20;

    private const int BatchesOfSecond = 10;

    /// <summary>The element types in their order.</summary>
    public static string[] Types { get; } = ["byte", "char", "int", "long", "float", "double"];

    /// <summary>
    /// Prints, for each second, the bytes of all objects while a batch is held, and what the process has allocated so far: in MB, parted by a tab. Ends early
    /// when memory runs out.
    /// </summary>
    public static void Run<TBatches>()
        where TBatches : struct, IBatches
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        try
        {
            Work<TBatches, byte>();
            Work<TBatches, char>();
            Work<TBatches, int>();
            Work<TBatches, long>();
            Work<TBatches, float>();
            Work<TBatches, double>();
        }
        catch (OutOfMemoryException)
        {
            // The missing lines say so.
        }
    }

    private static void Work<TBatches, T>()
        where TBatches : struct, IBatches
    {
        int rows = ColumnBytes / Unsafe.SizeOf<T>();
        for (int batch = 1; batch <= SecondsOfType * BatchesOfSecond; batch++)
        {
            Thread.Sleep(1000 / BatchesOfSecond);
            TBatches.Work<T>(Columns, rows, batch % BatchesOfSecond == 0 ? Print : static () => { });
        }
    }

    private static void Print()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Console.WriteLine($"{GC.GetTotalMemory(forceFullCollection: false) / 1e6:0.000}\t{GC.GetTotalAllocatedBytes() / 1e6:0.000}");
    }
}
