namespace PooledGen.Samples.Tests;

/// <summary>RespServer as Redis' own programs see it.</summary>
public class RedisToolsTests : RespServerTest
{
    [RedisToolsFact]
    public async Task Cli_SetsGetsAndDeletes()
    {
        Assert.Equal("PONG\n", await Cli("ping"));
        Assert.Equal("OK\n", await Cli("set", "greeting", "hello world", "EX", "60"));
        Assert.Equal("hello world\n", await Cli("get", "greeting"));
        Assert.Equal("1\n", await Cli("del", "greeting"));
        Assert.Equal("\n", await Cli("get", "greeting"));
        Assert.Equal("ERR unknown command 'lpush'\n\n", await Cli("lpush", "list", "1"));
    }

    [RedisToolsFact]
    public async Task Benchmark_OfManyClientsWithPipelines_GetsItsReplies()
    {
        string output = await RedisTools.Run(
            "redis-benchmark", Server.Address.Port, "-t", "ping,set,get", "-n", "2000", "-c", "20", "-P", "8", "-d", "5000", "--csv");

        string[] tests = [.. SampleRun.Lines(output).Select(static line => line.Split(',')[0].Trim('"'))];
        Assert.Equal(["test", "PING_INLINE", "PING_MBULK", "SET", "GET"], tests); // and no line with a warning
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("0")]
    public void ToolsTest_WithoutTheTools_IsSkippedWithRemedyAndVariable(string? required)
    {
        string? reason = RedisTools.ReasonToSkip(isInstalled: false, required);

        Assert.NotNull(reason);
        Assert.Contains("apt-get install", reason, StringComparison.Ordinal);
        Assert.Contains(RedisTools.RequiredVariable, reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false, "1")] // it fails then, and says the same
    [InlineData(true, null)]
    public void ToolsTest_WithTheToolsOrWhereTheyAreRequired_Runs(bool isInstalled, string? required)
        => Assert.Null(RedisTools.ReasonToSkip(isInstalled, required));

    private Task<string> Cli(params string[] arguments) => RedisTools.Run("redis-cli", Server.Address.Port, arguments);
}
