using System.Diagnostics;
using System.Globalization;

namespace PooledGen.PoolCheck.Tests;

/// <summary>Watching a process that does not answer.</summary>
[Trait("System", "Linux")] // its commands and files
public class AttachCommandTests
{
    /// <summary>A process that was killed leaves its socket behind, and that of another user may not be opened.</summary>
    [Fact]
    public async Task Attach_ToAProcessWhoseSocketRefuses_SaysSo()
    {
        using Process other = Process.Start("sleep", ["600"]);
        string socket = Path.Combine(Path.GetTempPath(), $"dotnet-diagnostic-{other.Id}-1-socket");
        File.WriteAllText(socket, "");
        try
        {
            using Process tool = Attach(other.Id);
            ProcessEnd end = await tool.EndAsync();

            Assert.Equal((ExitCodes.NothingChecked, ""), (end.ExitCode, end.Errors));
            Assert.StartsWith($"Not checked: process ({other.Id}). It does not answer: ", end.Output, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(socket);
            other.Kill();
        }
    }

    [Fact]
    public async Task Attach_ToAProcessThatIsStopped_IsEndedByTheSecondSignal()
    {
        using var process = new MistakesProcess();
        await ChildProcess.SignalAsync(process.Id, "STOP");
        using Process tool = Attach(process.Id);

        // It has connected, and waits for the answer. The handler of signals is there before.
        tool.Until(() => tool.HasExited || HasSocket(tool), "connected");
        await tool.SignalAsync("INT");
        SpinWait.SpinUntil(() => tool.HasExited, TimeSpan.FromSeconds(1));
        Assert.False(tool.HasExited);
        await tool.SignalAsync("INT");
        ProcessEnd end = await tool.EndAsync();

        Assert.Equal((ExitCodes.NothingChecked, "The process does not answer, so the watch ends without a report.\n"), (end.ExitCode, end.Errors));
    }

    private static bool HasSocket(Process process)
    {
        try
        {
            return Directory.GetFiles($"/proc/{process.Id}/fd")
                .Any(static file => new FileInfo(file).LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) == true);
        }
        catch (IOException)
        {
            // It has closed a file at this moment.
            return false;
        }
    }

    private static Process Attach(int id) => ChildProcess.Start(new ProcessStartInfo(
        "dotnet", [typeof(ExitCodes).Assembly.Location, "attach", id.ToString(CultureInfo.InvariantCulture)])
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,

        // Its own sockets would be taken for that of the watch.
        Environment = { ["DOTNET_EnableDiagnostics"] = "0" },
    });
}
