using System.CommandLine;
using System.Diagnostics;
using System.Globalization;

namespace PooledGen.PoolCheck.Tests;

public class PsCommandTests
{
    [Fact]
    public void Ps_WhileAProcessRuns_HasItsIdAndItsCommand_AndNotTheToolItself()
    {
        using var process = new MistakesProcess();
        using var output = new StringWriter();

        int exitCode = PsCommand.Create().Parse([]).Invoke(new InvocationConfiguration { Output = output });

        string[] lines = output.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(0, exitCode);
        string line = Assert.Single(lines, line => line.TrimStart().StartsWith($"{process.Id}  ", StringComparison.Ordinal));
        Assert.Equal(OperatingSystem.IsLinux() ? "Mistakes" : "dotnet", Path.GetFileNameWithoutExtension(line));
        Assert.DoesNotContain(lines, static line => line.TrimStart().StartsWith($"{Environment.ProcessId}  ", StringComparison.Ordinal));
    }

    /// <summary>The socket is one that a killed process with the same id has left behind.</summary>
    [Fact]
    [Trait("System", "Linux")]
    public void Ps_WhileAnotherProgramHasTheIdOfASocket_LeavesItOut()
    {
        using Process other = Process.Start(new ProcessStartInfo("cat") { RedirectStandardInput = true })!;
        string socket = Path.Combine(Path.GetTempPath(), $"dotnet-diagnostic-{other.Id}-1-socket");
        File.WriteAllText(socket, "");
        using var output = new StringWriter();

        int exitCode = PsCommand.Create().Parse([]).Invoke(new InvocationConfiguration { Output = output });

        File.Delete(socket);
        other.StandardInput.Close();
        Assert.Equal(0, exitCode);
        Assert.DoesNotContain($" {other.Id}  ", output.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, "named pipes", "names another folder")]
    [InlineData(false, "names another folder", "named pipes")]
    public void ErrorOf_OnASystem_SpeaksOfWhatFindsProcessesThere(bool isWindows, string expected, string unexpected)
    {
        string error = PsCommand.ErrorOf(new IOException("Access is denied."), isWindows);

        Assert.Contains("Access is denied.", error, StringComparison.Ordinal);
        Assert.Contains(expected, error, StringComparison.Ordinal);
        Assert.DoesNotContain(unexpected, error, StringComparison.Ordinal);
    }

    [Fact]
    public void CommandOf_OnAnotherSystemThanLinux_IsTheFileOfTheProgram()
    {
        using var process = new MistakesProcess();

        Assert.Equal("dotnet", Path.GetFileNameWithoutExtension(PsCommand.CommandOf(process.Id, isLinux: false)));
    }

    /// <summary>Neither a line of its own nor a command to the terminal.</summary>
    [Fact]
    [Trait("System", "Linux")]
    public async Task CommandOf_AProcessWithControlCharacters_IsOneLine()
    {
        using Process process = Process.Start(new ProcessStartInfo("sh", ["-c", "read line", "a\nb\e[2J"]) { RedirectStandardInput = true })!;
        process.Until(() => CommandLineOf(process.Id).Length > 0, "become the shell");

        Assert.Equal("sh -c read line a b [2J", PsCommand.CommandOf(process.Id, isLinux: true));

        process.StandardInput.WriteLine();
        await process.EndAsync();
    }

    [Fact]
    [Trait("System", "Linux")]
    public async Task CommandOf_AProcessThatHasEndedAndWasNotWaitedFor_IsNone()
    {
        // The shell would wait for its child. It becomes a program that does not, and only then the end of the input ends the child.
        using Process parent = Process.Start(new ProcessStartInfo("sh", ["-c", "exec 3<&0; cat <&3 & echo $!; exec sleep 600"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        int id = int.Parse((await parent.LineAsync())!, CultureInfo.InvariantCulture);
        parent.Until(() => CommandLineOf(parent.Id).StartsWith("sleep", StringComparison.Ordinal), "become sleep");
        parent.StandardInput.Close();
        parent.Until(() => File.ReadAllText($"/proc/{id}/stat").Contains(" Z ", StringComparison.Ordinal), "become the parent of a child that has ended");

        Assert.Null(PsCommand.CommandOf(id, isLinux: true));

        parent.Kill();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void CommandOf_AProcessThatHasEnded_IsNone(bool isLinux)
    {
        int id;
        using (var process = new MistakesProcess())
            id = process.Id;

        Assert.Null(PsCommand.CommandOf(id, isLinux));
    }

    // A process that becomes another program has none for a moment.
    private static string CommandLineOf(int id) => File.ReadAllText($"/proc/{id}/cmdline");
}
