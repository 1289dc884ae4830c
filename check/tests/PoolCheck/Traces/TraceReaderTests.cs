using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Text.Json;
using Microsoft.Diagnostics.NETCore.Client;

namespace PooledGen.PoolCheck.Tests;

/// <summary>Recorded traces, and the tool as a process.</summary>
public class TraceReaderTests
{
    [Fact]
    public async Task Read_ATraceOfAProcessWithMistakes_FindsEachAtItsLineAndNothingElse()
    {
        string file = Path.ChangeExtension(Path.GetTempFileName(), ".nettrace");
        try
        {
            await RecordAsync(file);

            ProcessReport report = TraceReader.Read(file, MistakesProcess.Threshold);

            Assert.Equal(MistakesProcess.Planted, MistakesProcess.Describe(report));
            Assert.Equal(1, Assert.Single(report.Places, static place => place.Nearest.Method == "Mistakes.Planted.LeaveOut").Rents);
            (int exitCode, string output, _) = await RunTool("read", file, "--threshold", "1", "--format", "json");
            Assert.Equal((ExitCodes.Findings, 4), (exitCode, JsonDocument.Parse(output).RootElement.GetProperty("findings").GetArrayLength()));
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public async Task Read_AFileThatIsNoTrace_IsNotChecked()
    {
        string file = Path.GetTempFileName();
        try
        {
            (int exitCode, string output, _) = await RunTool("read", file);

            Assert.Equal(ExitCodes.NothingChecked, exitCode);
            Assert.StartsWith($"Not checked: {Path.GetFileName(file)}. The file cannot be read as a trace.", output);
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public async Task Attach_ToNoProcess_IsNotChecked()
    {
        (int exitCode, string output, _) = await RunTool("attach", int.MaxValue.ToString(CultureInfo.InvariantCulture));

        Assert.Equal(ExitCodes.NothingChecked, exitCode);
        Assert.StartsWith("Not checked: process (2147483647). It does not answer", output);
    }

    [Theory]
    [InlineData("attach")]
    [InlineData("read")]
    public async Task Help_OfACommand_HasExamplesAndExitCodes(string command)
    {
        (int exitCode, string output, _) = await RunTool(command, "--help");

        Assert.Equal(0, exitCode);
        Assert.Contains($"  dotnet poolcheck {command} ", output);
        Assert.Contains("  100  there are findings", output);
    }

    // What dotnet-trace does with the line of the help.
    private static async Task RecordAsync(string file)
    {
        using var process = new MistakesProcess();
        var client = new DiagnosticsClient(process.Id);
        EventPipeProvider[] providers =
        [
            .. from provider in TraceOptions.Providers.Split(',')
               let parts = provider.Split(':')
               select new EventPipeProvider(parts[0], EventLevel.Verbose, unchecked((long)Convert.ToUInt64(parts[1], 16))),
        ];
        using EventPipeSession session = client.StartEventPipeSession(providers, requestRundown: true);
        using FileStream written = File.Create(file);
        Task copying = session.EventStream.CopyToAsync(written);
        process.Do("rent in order");
        process.Do("mistakes");
        await Task.Delay(MistakesProcess.Threshold * 2);
        process.Do("rent in order");
        session.Stop();
        await copying.WaitAsync(TimeSpan.FromMinutes(5));
    }

    private static Task<ProcessEnd> RunTool(params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", [typeof(ExitCodes).Assembly.Location, .. arguments]);
        start.Environment.Remove("GITHUB_ACTIONS");
        return ChildProcess.RunAsync(start);
    }
}
