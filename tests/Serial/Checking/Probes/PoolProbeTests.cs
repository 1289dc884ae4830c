using System.Buffers;

namespace PooledGen.Checking.Tests.Probes;

/// <summary>A probe finds each planted mistake by a few lines, and nothing in right code.</summary>
public class PoolProbeTests
{
    [Fact]
    public async Task Cancel_OfAClientThatReturnsWhileItReads_FindsTheLateWrite()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            static () => PoolProbe.TruncateEverywhereAsync(ProbeSubjects.Input, ProbeSubjects.WrongClientAsync));

        Assert.All(
            thrown.Result.Findings,
            static finding => Assert.Equal((ArrayPoolMisuseKind.WriteAfterReturn, PoolProbeMode.Stall), (finding.Misuse?.Kind, finding.Mode!.Value)));
        Assert.Equal(Enumerable.Range(0, ProbeSubjects.Length), thrown.Result.Findings.Select(static finding => finding.Place).Order());
        Assert.Contains("Only = (PoolProbeMode.Stall, 0) repeats it.", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Truncate_OfAParserThatLosesItsArrayAtABrokenTail_FindsTheArray()
    {
        PoolProbeException thrown = Assert.Throws<PoolProbeException>(
            static () => PoolProbe.TruncateEverywhere(ProbeSubjects.Input, static (ReadOnlySpan<byte> input) => ProbeSubjects.WrongParse(input)));

        Assert.All(thrown.Result.Findings, static finding => Assert.Equal(ArrayPoolMisuseKind.NotReturned, finding.Misuse?.Kind));
        Assert.Equal(
            [.. Enumerable.Range(0, ProbeSubjects.Length).Select(static i => (PoolProbeMode.End, i)), (PoolProbeMode.WrongByte, ProbeSubjects.Length - 1)],
            thrown.Result.Findings.Select(static finding => (finding.Mode!.Value, finding.Place)));
    }

    [Fact]
    public async Task Truncate_OfAWriterThatReturnsTwiceIfTheStreamThrows_FindsTheSecondReturn()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            static () => PoolProbe.TruncateEverywhereAsync(default, ProbeSubjects.WrongWriteAsync));

        Assert.All(
            thrown.Result.Findings,
            static finding => Assert.Equal((ArrayPoolMisuseKind.DoubleReturn, PoolProbeMode.Throw), (finding.Misuse?.Kind, finding.Mode!.Value)));
        Assert.Equal(Enumerable.Range(0, ProbeSubjects.Length), thrown.Result.Findings.Select(static finding => finding.Place));
    }

    [Fact]
    public async Task Probes_OfRightCode_FindNothing()
    {
        PoolProbeResult client = await PoolProbe.TruncateEverywhereAsync(ProbeSubjects.Input, ProbeSubjects.RightClientAsync);
        PoolProbeResult parser = PoolProbe.TruncateEverywhere(ProbeSubjects.Input, static (ReadOnlySpan<byte> input) => ProbeSubjects.RightParse(input));
        PoolProbeResult writer = await PoolProbe.TruncateEverywhereAsync(default, ProbeSubjects.RightWriteAsync);

        Assert.All([client, parser, writer], static result => Assert.Empty(result.Findings));
        Assert.Equal((2, 2, 2), (client.Events, parser.Events, writer.Events));
    }
}
