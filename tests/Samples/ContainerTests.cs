using System.Text.RegularExpressions;

namespace PooledGen.Samples.Tests;

/// <summary>Container with a second for each element type: <c>ArrayPool</c> then needs more memory than the limit has.</summary>
public class ContainerTests
{
    [Fact]
    [Trait("Category", "Long")]
    [Trait("System", "Linux")]
    public async Task Work_UnderALimit_GoesOnWithPooledGenOnly()
    {
        SampleRun run = await SampleRun.Start("Container", AppContext.BaseDirectory, "1");

        Assert.Equal("", run.Error);
        string[] lines = [.. SampleRun.Lines(run.Output)];
        Assert.Matches(new Regex("^In a (memory group of 280|heap limit of 210) MB"), lines[0]);
        Assert.Matches(new Regex(@"^PooledGen: worked to the end after 60 batches, \d+ MB allocated$"), lines[1]);
        Assert.Matches(new Regex("^ArrayPool: (out of memory|killed)"), lines[2]);
    }
}
