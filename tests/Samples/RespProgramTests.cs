using System.Net;

namespace PooledGen.Samples.Tests;

/// <summary>RespServer, started as a user would.</summary>
public class RespProgramTests
{
    [Fact]
    public async Task Program_AnswersOnItsPort_ShowsItsPools_AndEndsWithExitCode0()
    {
        using var sample = new RunningSample("RespServer", "--port", "0");
        var address = new Uri(await sample.Line());
        string page = await sample.Line();
        using RespClient client = await RespClient.Connect(IPEndPoint.Parse(address.Authority));
        using var browser = new HttpClient();

        await client.AssertReply("+OK\r\n", "SET", "k", new string('x', 5_000));

        Assert.Contains("<title>Pools</title>", await browser.GetStringAsync(page), StringComparison.Ordinal);
        Assert.Contains("RespServer.ValueBuffer", await browser.GetStringAsync($"{page}/pools.json"), StringComparison.Ordinal);
        if (!OperatingSystem.IsWindows()) // no such signal there
            Assert.Equal(0, await sample.Stop());
    }

    [Fact]
    public async Task Port_ThatIsTaken_IsOneLineAndExitCode1()
    {
        using var first = new RunningSample("RespServer", "--port", "0");
        string port = $"{new Uri(await first.Line()).Port}";

        SampleRun run = await SampleRun.Start("RespServer", AppContext.BaseDirectory, "--port", port);

        Assert.StartsWith($"RespServer: cannot listen to port {port}: ", Assert.Single(SampleRun.Lines(run.Error)), StringComparison.Ordinal);
        Assert.Equal("", run.Output);
        Assert.Equal(1, run.ExitCode);
    }

    [Theory]
    [InlineData("--port")]
    [InlineData("--port", "65536")]
    [InlineData("--port", "-1")]
    [InlineData("--port", "1", "2")]
    public async Task ArgumentsThatMeanNothing_GiveOneLineAndExitCode2(params string[] arguments)
    {
        SampleRun run = await SampleRun.Start("RespServer", AppContext.BaseDirectory, arguments);

        Assert.Equal(["RespServer: the only argument is --port and a number."], SampleRun.Lines(run.Error));
        Assert.Equal(2, run.ExitCode);
    }
}
