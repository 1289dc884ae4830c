using System.Text.Json.Nodes;

namespace PooledGen.Runtime.Tests.Diagnostics.Processes;

/// <summary>The meter and the check of the framework's pools where they need a process of their own.</summary>
public class ArrayPoolMeterTests
{
    [Fact]
    public async Task Meter_WithoutEventSources_SaysWhatToSet()
    {
        string configuration = Path.Combine(AppContext.BaseDirectory, "PooledGen.Diagnostics.Target.runtimeconfig.json");
        JsonNode json = JsonNode.Parse(await File.ReadAllTextAsync(configuration))!;
        json["runtimeOptions"]!["configProperties"]!["System.Diagnostics.Tracing.EventSource.IsSupported"] = false;
        string file = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid()}.runtimeconfig.json");
        await File.WriteAllTextAsync(file, json.ToJsonString());
        try
        {
            const string Reason = "needs the events of System.Buffers.ArrayPoolEventSource, and this process raises none. "
                + "Set EventSourceSupport to true in the project file; NativeAOT sets it to false.";
            Assert.Equal(
                $"ArrayPoolMeter.Start() {Reason} The check of ArrayPool {Reason}",
                await TargetProcess.PlayWith(file, "array pools without events"));
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>Another thread waits for the lock that the listener's thread has, in the first rental of the process.</summary>
    [Fact]
    public async Task Meter_StartedInsideOfAListener_CountsSoon()
        => Assert.Equal("counts: True, and after its end: True", await TargetProcess.Play("array pools metered inside of a listener"));

    /// <summary>Another thread waits for the lock that the listener's thread has, to begin the first check of the process and to end the last.</summary>
    [Fact]
    public async Task Check_InsideOfAListener_WaitsForNoOtherThread()
        => Assert.Equal(
            "inside: InvalidOperationException, other: ArrayPoolMisuseException", await TargetProcess.Play("array pools checked inside of a listener"));

    /// <summary>Where memory is scarce, the pool trims all at once. It does so on the thread of the finalizers.</summary>
    [Fact]
    public async Task Trimmed_WhereMemoryIsScarce_CountsTheFreeArrays()
        => Assert.Equal(
            "allocated: 10, trimmed: 10, 1280 bytes", await TargetProcess.Play("array pools trim", ("DOTNET_GCHighMemPercent", "1")));
}
