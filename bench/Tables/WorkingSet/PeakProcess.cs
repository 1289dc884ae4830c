using System.Globalization;

namespace PooledGen.Bench.Tables.WorkingSet;

/// <summary>A process that does one kind of work and prints the peak of its resident memory. Linux only.</summary>
internal static class PeakProcess
{
    /// <summary>The work by the name of its row, with each pool.</summary>
    public static IReadOnlyList<(string Name, Func<Task> ArrayPool, Func<Task> PooledGen)> Work { get; } =
    [
        ("reader", static () => SocketReader.Run<ArrayPoolBlocks>(), static () => SocketReader.Run<PooledBlocks>()),
        ("serializer", static () => Serializer.Run<ArrayPoolGrowingBuffer>(), static () => Serializer.Run<PooledGrowingBuffer>()),
    ];

    /// <summary>Does the work, then prints the peak in kilobytes, as the system counts it.</summary>
    /// <param name="arguments">The name of the work and "ArrayPool" or "PooledGen". Without arguments the process does nothing.</param>
    public static async Task Run(string[] arguments)
    {
        if (arguments is [string name, string pool])
        {
            (string _, Func<Task> arrayPool, Func<Task> pooledGen) = Work.Single(work => work.Name == name);
            await (pool == "PooledGen" ? pooledGen : arrayPool)();
        }

        // "VmHWM:     27136 kB"
        string line = File.ReadLines("/proc/self/status").First(static line => line.StartsWith("VmHWM:", StringComparison.Ordinal));
        Console.WriteLine(int.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture));
    }
}
