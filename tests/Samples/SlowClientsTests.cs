using System.Text.RegularExpressions;

namespace PooledGen.Samples.Tests;

/// <summary>SlowClients with few clients and little time: too little for a limit to be reached, but by connection.</summary>
public class SlowClientsTests
{
    [Theory]
    [InlineData("none", "not counted")]
    [InlineData("counter", "0")]
    [InlineData("budget", "0")]
    [InlineData("connection", "0")]
    public async Task Server_WithStalledClients_KeepsTheHealthyOnesAndReturnsEverything(string limit, string charged)
    {
        SampleRun run = await SampleRun.Start("SlowClients", AppContext.BaseDirectory, limit, "6", "3", "2");

        Assert.Equal("", run.Error);
        Assert.Matches(new Regex($@"^\| {limit} \| \d+ MB \| 3 of 3 \| {charged} \|$"), Assert.Single(SampleRun.Lines(run.Output)));
    }
}
