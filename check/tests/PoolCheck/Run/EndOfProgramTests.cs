using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The tool over programs that end in each way: at the end of Main, by an exception, by a signal, and in the middle.</summary>
public class EndOfProgramTests
{
    [Theory]
    [InlineData("return", "checked")]
    [InlineData("exit", "checked")]
    [InlineData("crash", "cut-off")]
    [InlineData("kill", "cut-off")]
    [InlineData("plugin", "checked")]
    public async Task Run_OfAProgram_FindsEachMistakeHoweverItEnds(string end, string state)
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), end]);

        Assert.Equal(Zoo.MistakesOfTheLibrary, run.Findings);
        Assert.Equal([state], run.States);
        Assert.Equal(100, run.ExitCode);
    }

    /// <summary>The first one does not end. It becomes the second one, as a shell may become its last command.</summary>
    [Fact]
    [Trait("System", "Unix")]
    public async Task Run_OfAProcessThatBecomesAnother_KeepsItsFindings()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "again"]);

        Assert.Equal(Zoo.MistakesOfTheLibrary, run.Findings);
        Assert.Equal(["cut-off", "checked"], run.States);
    }

    /// <summary>The handler of the exception that the process dies of rents after the check has ended.</summary>
    [Fact]
    public async Task Run_OfAHandlerThatRentsWhenTheProcessCrashes_AccusesNobody()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "unhandled"]);

        Assert.Empty(run.Findings);
        Assert.Contains("returned all", run.Output, StringComparison.Ordinal);
        Assert.Equal("cut-off", Assert.Single(run.States));
    }

    [Fact]
    public async Task Run_OfARightProgramThatIsEndedInTheMiddle_AccusesNobody()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "exit in the middle"]);

        Assert.Empty(run.Findings);
        Assert.Equal(0, run.ExitCode);
    }

    /// <summary>The report comes, the folder goes and the program ends, also where a shell stands between.</summary>
    [Theory]
    [Trait("System", "Unix")]
    [InlineData("TERM", false)]
    [InlineData("HUP", false)]
    [InlineData("QUIT", false)]
    [InlineData("TERM", true)]
    [InlineData("HUP", true)]
    public async Task Run_ThatGetsASignal_EndsTheProgramAndReports(string signal, bool hasShell)
    {
        string[] command = ["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "serve"];

        PoolCheckRun run = await PoolCheckRun.StartAsync(hasShell ? ["sh", "-c", ShellWords.Join(command, isWindows: false) + "; true"] : command, signal);

        Match works = Regex.Match(run.Output, "works as ([0-9]+) in (.+)");
        Assert.Empty(run.Findings);
        Assert.Contains(Assert.Single(run.States), (string[])["checked", "cut-off"]);
        Assert.InRange(run.ExitCode, 129, 143);
        Assert.False(Directory.Exists(works.Groups[2].Value));
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(int.Parse(works.Groups[1].Value, CultureInfo.InvariantCulture)));
    }

    /// <summary>What is out when Main has returned is lost, also if it is young and nearly all other arrays came back.</summary>
    [Fact]
    public async Task Run_OfAProgramThatLosesItsLastArray_FindsIt()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "lose the last"]);

        Assert.Equal([Zoo.Mistake("not-returned", "Zoo/Server.cs", "// lost at the end")], run.Findings);
        Assert.Equal(100, run.ExitCode);
    }

    /// <summary>A leak stays one, however the server ends.</summary>
    [Fact]
    [Trait("System", "Unix")]
    public async Task Run_OfAServerThatLosesAnArrayAndGetsASignal_FindsIt()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "serve and lose"], "TERM");

        Assert.Equal([Zoo.Mistake("not-returned", "Zoo/Server.cs", "// in use")], run.Findings);
        Assert.Equal(100, run.ExitCode);
    }
}
