using System.Diagnostics;
using System.Globalization;

namespace PooledGen.Bench.Tables;

/// <summary>This program once more, in a process of its own: what is measured of a process needs one for each measurement.</summary>
internal static class ChildProcess
{
    /// <summary>Starts the program.</summary>
    /// <param name="arguments">Its arguments.</param>
    public static Process Start(params string[] arguments) => Start(heapLimit: null, arguments);

    /// <summary>Starts the program with a limit for its heap.</summary>
    /// <param name="heapLimit">What the objects of the process may take, in bytes; null for no limit.</param>
    /// <param name="arguments">Its arguments.</param>
    public static Process Start(long? heapLimit, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", [typeof(ChildProcess).Assembly.Location, .. arguments]) { RedirectStandardOutput = true };
        if (heapLimit is { } limit)
            start.Environment["DOTNET_GCHeapHardLimit"] = limit.ToString("x", CultureInfo.InvariantCulture);

        return Process.Start(start) ?? throw new InvalidOperationException("The process did not start.");
    }

    /// <summary>Waits for the end of the process.</summary>
    /// <returns>The lines that it printed.</returns>
    public static string[] ReadLines(Process process)
    {
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            : throw new InvalidOperationException($"The process ended with {process.ExitCode}.");
    }
}
