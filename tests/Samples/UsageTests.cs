namespace PooledGen.Samples.Tests;

/// <summary>What all samples have in common.</summary>
public class UsageTests
{
    [Theory]
    [InlineData("AisReader")]
    [InlineData("Base64Tool")]
    [InlineData("Container")]
    [InlineData("FileTable")]
    [InlineData("Quickstart")]
    [InlineData("RespServer")]
    [InlineData("SlowClients")]
    [InlineData("TypedPacket")]
    [InlineData("WebEcho")]
    public async Task ArgumentThatIsUnknown_IsOneLineAndExitCode2(string sample)
    {
        SampleRun run = await SampleRun.Start(sample, Path.GetTempPath(), "--bogus");

        Assert.StartsWith($"{sample}: ", Assert.Single(SampleRun.Lines(run.Error)), StringComparison.Ordinal);
        Assert.Equal("", run.Output);
        Assert.Equal(2, run.ExitCode);
    }
}
