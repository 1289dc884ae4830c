using System.Runtime;
using System.Runtime.InteropServices;

namespace PooledGen.Bench.Reporting;

/// <summary>Where a run took place: without it the figures mean nothing.</summary>
internal sealed record Machine(string Processor, int Cores, string Architecture, string OperatingSystem, string Runtime, string Collector, string Date)
{
    public static Machine Current { get; } = new(
        ProcessorModel(),
        Environment.ProcessorCount,
        RuntimeInformation.ProcessArchitecture.ToString(),
        RuntimeInformation.OSDescription,
        RuntimeInformation.FrameworkDescription,
        GCSettings.IsServerGC ? "server" : "workstation",
        DateTime.UtcNow.ToString("yyyy-MM-dd", System.Globalization.CultureInfo.InvariantCulture));

    public override string ToString()
        => $"{Processor}, {Cores} cores, {Architecture}, {OperatingSystem}, {Runtime}, {Collector} GC, {Date}";

    private static string ProcessorModel()
    {
        const string LinuxFacts = "/proc/cpuinfo";
        string? model = File.Exists(LinuxFacts)
            ? File.ReadLines(LinuxFacts).FirstOrDefault(static line => line.StartsWith("model name", StringComparison.Ordinal))?.Split(':')[^1]
            : Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");
        return model?.Trim() ?? "unknown processor";
    }
}
