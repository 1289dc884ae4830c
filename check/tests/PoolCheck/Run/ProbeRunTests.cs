using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck.Tests;

/// <summary>Tests with a <c>PoolProbe</c> under the tool.</summary>
public class ProbeRunTests
{
    /// <summary>The probe counts what it would count without the tool, finds the lost arrays itself, and leaves the late writes to the report.</summary>
    [Theory]
    [InlineData(false, "Written after the return")]
    [InlineData(true, "Used after the return")]
    public async Task Run_OfProbes_NamesTheRunOfEachFinding(bool isExact, string lateWrite)
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", "test", Zoo.Program("Probe", "Zoo.Probe.dll")], options: isExact ? ["--exact"] : []);

        Assert.Contains("Failed:     1, Passed:     2,", run.Output, StringComparison.Ordinal);
        Assert.Matches(
            $"\"{lateWrite}: [^\"]* later[^\"]*\\. That was in PoolProbe, in the run of Client_ThatReturnsWhileItReads "
                + "with a stream that stalls after [0-7] bytes\\. Only = new\\(PoolProbeMode\\.Stall, [0-7]\\) repeats it\\.",
            Regex.Unescape(run.Json));
        Assert.Contains(
            "was rented and not returned. That was in PoolProbe, in the run of Parser_ThatLosesItsArray with an input that ends after 0 bytes.",
            run.Json,
            StringComparison.Ordinal);
        Assert.Equal(100, run.ExitCode);
    }
}
