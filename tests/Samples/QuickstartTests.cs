namespace PooledGen.Samples.Tests;

public class QuickstartTests
{
    [Fact]
    public async Task Run_ShowsWhatWasAllocatedAndWhatASecondReturnDoes()
    {
        SampleRun run = await SampleRun.Start("Quickstart", Path.GetTempPath());

        string[] lines = SampleRun.Lines(run.Output);
        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Equal("Each of 100,000 packets gets a buffer of 1 to 1,500 bytes.", lines[0]);
        Assert.Matches(@"^  new byte\[length\] +7\d,\d{3},\d{3} bytes$", lines[2]);
        Assert.Matches(@"^  ArrayPool<byte>\.Shared +0 bytes$", lines[3]);
        Assert.Matches(@"^  PacketBuffer\.Rent\(length\) +0 bytes$", lines[4]);
        Assert.Matches(@"^PacketBuffer made \d arrays for 200,000 rentals\. 0 of them are in use now\.$", lines[5]);
        Assert.Equal("  ArrayPool<byte>.Shared     both get the same array", lines[^2]);
        Assert.Equal("  PacketBuffer.Rent(length)  each gets an array of its own", lines[^1]);
    }
}
