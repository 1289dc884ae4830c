using System.Diagnostics.Tracing;

namespace PooledGen.Runtime.Tests.Diagnostics.Processes;

/// <summary>What dotnet-trace, PerfView and dotnet-counters see of a process that knows nothing of them.</summary>
[Collection(ProcessWide.Name)]
public class OtherProcessTests
{
    private static readonly string[] s_measurement = ["instrumentName", "value", "unit", "tags"];

    [Fact]
    public async Task Events_ThroughEventPipe_TellEachRental()
    {
        using TargetProcess target = await TargetProcess.Start();
        var expected = new HashSet<string> { "1 BufferRented 128", "2 BufferAllocated 128", "3 BufferReturned 128", "10 PoolCreated " };
        var lines = new HashSet<string>();

        await target.Listen("PooledGen", EventLevel.Verbose, arguments: null, traced =>
        {
            lines.Add($"{(int)traced.ID} {traced.EventName} {traced.PayloadByName("bufferSize")}");
            return lines.IsSupersetOf(expected);
        });

        Assert.Superset(expected, lines);
    }

    [Fact]
    public async Task Meter_ThroughEventPipe_TellsItsCounters()
    {
        using TargetProcess target = await TargetProcess.Start();
        const string Tags = "pooledgen.pool.element=System.Byte,pooledgen.pool.name=Packet";
        var expected = new HashSet<string>
        {
            $"pooledgen.pool.in_use 4096 By {Tags}",
            $"pooledgen.pool.retained 128 By {Tags}",
            $"pooledgen.pool.allocated 4224 By {Tags}",
            $"pooledgen.pool.evicted 0 By {Tags}",
            $"pooledgen.pool.misuse 0 {{misuse}} {Tags}",
        };
        var lines = new HashSet<string>();

        // What dotnet-counters asks for.
        var arguments = new Dictionary<string, string>
        {
            ["SessionId"] = Guid.NewGuid().ToString(),
            ["Metrics"] = "PooledGen",
            ["RefreshInterval"] = "1",
            ["MaxTimeSeries"] = "100",
            ["MaxHistograms"] = "10",
        };
        await target.Listen("System.Diagnostics.Metrics", EventLevel.Informational, arguments, traced =>
        {
            if (traced.EventName is "UpDownCounterRateValuePublished" or "CounterRateValuePublished")
                lines.Add(string.Join(' ', s_measurement.Select(traced.PayloadByName)));

            return lines.IsSupersetOf(expected);
        });

        Assert.Superset(expected, lines);
    }
}
