namespace PooledGen.Samples.Tests;

public class QuickstartTests
{
    [Fact]
    public async Task Run_ShowsWhatWasAllocatedAndWhatASecondReturnDoes_InTenLines()
    {
        SampleRun run = await SampleRun.Start("Quickstart", Path.GetTempPath());

        string[] lines = SampleRun.Lines(run.Output);
        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.InRange(lines.Length, 1, 10);
        Assert.Contains(lines, static line => line.StartsWith("  ArrayPool<byte>.Shared ") && line.EndsWith(" 0 bytes allocated"));
        Assert.Contains(lines, static line => line.StartsWith("  PacketBuffer.Rent(length) ") && line.EndsWith(" 0 bytes allocated"));
        Assert.Contains(lines, static line => line.StartsWith("PacketBuffer made ") && line.EndsWith(" arrays for 200,000 rentals; 0 are in use now."));
        Assert.EndsWith("ArrayPool gives both renters the same array, PacketBuffer gives each renter its own.", lines[^1]);
    }
}
