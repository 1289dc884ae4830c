using System.CommandLine;

namespace PooledGen.PoolCheck;

/// <summary>What attaching and reading have in common.</summary>
internal static class TraceOptions
{
    /// <summary>The providers of a trace as dotnet-trace takes them: the pools, and what names methods and lines.</summary>
    public const string Providers = $"{ArrayTrace.ProviderName}:0x1:5,Microsoft-Windows-DotNETRuntime:0x20038:5";

    public static Option<double> CreateThreshold() => new("--threshold")
    {
        Description = "After how many seconds an array that is out counts as not returned.",
        HelpName = "N",
        DefaultValueFactory = static _ => 10,
        CustomParser = static result => CommandLineErrors.ReadNumber(result, 0d, 1_000_000),
    };
}
