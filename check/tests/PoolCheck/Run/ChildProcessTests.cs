using System.Diagnostics;
using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The processes that tests start.</summary>
public class ChildProcessTests
{
    /// <summary>As where <c>nohup dotnet test &amp;</c> starts the tests.</summary>
    [Fact]
    [Trait("System", "Unix")]
    public async Task Start_WhereSignalsAreIgnored_LetsThemEndTheChild()
    {
        string command = ShellWords.Join(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "signals"], isWindows: false);

        ProcessEnd end = await ChildProcess.RunAsync(new ProcessStartInfo("sh", ["-c", $"trap '' HUP INT QUIT; exec {command}"]));

        Assert.Equal(["129", "130", "131"], Regex.Matches(end.Output, "[0-9]+").Select(static number => number.Value));
    }
}
