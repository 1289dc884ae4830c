using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck.Tests;

/// <summary>
/// The tool over programs that nobody changed for it: each test framework, each way in which a process ends, a server with a worker, and a program with a
/// check of its own. All planted mistakes are found, each at its line, and nothing else.
/// </summary>
public class RunTests
{
    private const string Library = "Library/Decoder.cs";

    private static readonly string[] s_ofTheLibrary =
    [
        Expected("double-return", Library, "// returned twice"),
        Expected("not-returned", Library, "// lost"),
        Expected("returned-to-another-pool", Library, "// returned elsewhere"),
        Expected("write-after-return", Library, "// written later"),
    ];

    [Theory]
    [InlineData("Xunit2", true)]
    [InlineData("Xunit3", true)]
    [InlineData("Xunit3", false)]
    [InlineData("NUnit", true)]
    [InlineData("MSTest", true)]
    [InlineData("TUnit", false)]
    [InlineData("OwnFramework.TestAdapter", true)]
    public async Task Run_OfATestAssembly_FindsEachMistakeAtItsLine(string framework, bool isRunByVsTest)
    {
        string assembly = Zoo.Program(framework, $"Zoo.{framework}.dll");

        // As a program xunit v3 runs on Microsoft.Testing.Platform.
        PoolCheckRun run = await PoolCheckRun.StartAsync(isRunByVsTest ? ["dotnet", "test", assembly] : ["dotnet", assembly]);

        string ofTheTest = Expected("not-returned", $"{framework}/DecoderTests.cs", "// the test's own");
        Assert.Equal([.. s_ofTheLibrary.Append(ofTheTest).Order(StringComparer.Ordinal)], run.Findings);
        Assert.Equal([ofTheTest], run.FindingsOfTests);
        Assert.Equal(100, run.ExitCode);
        Assert.DoesNotContain("not-checked", run.Json, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("return", "checked")]
    [InlineData("exit", "checked")]
    [InlineData("crash", "cut-off")]
    [InlineData("kill", "cut-off")]
    [InlineData("plugin", "checked")]
    public async Task Run_OfAProgram_FindsEachMistakeHoweverItEnds(string end, string state)
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), end]);

        Assert.Equal(s_ofTheLibrary, run.Findings);
        Assert.Equal([state], run.States);
        Assert.Equal(100, run.ExitCode);
    }

    [Fact]
    public async Task Run_OfTwoProcesses_FindsTheMistakesOfBoth()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "two"]);

        Assert.Equal(s_ofTheLibrary, run.Findings.Distinct());
        Assert.Equal(["checked", "checked"], run.States);
        Assert.Equal((2, 2), run.LostAndRented);
    }

    /// <summary>The first one does not end. It becomes the second one, as a shell may become its last command.</summary>
    [Fact]
    [Trait("System", "Unix")]
    public async Task Run_OfAProcessThatBecomesAnother_KeepsItsFindings()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "again"]);

        Assert.Equal(s_ofTheLibrary, run.Findings);
        Assert.Equal(["cut-off", "checked"], run.States);
    }

    /// <summary>What the check cannot record then, it must not take for a mistake.</summary>
    [Fact]
    [Trait("System", "Unix")]
    public async Task Run_OfAProgramThatRunsOutOfMemory_AccusesNobody()
    {
        string[] memory = ["DOTNET_GCHeapHardLimit=0x6000000", "DOTNET_GCgen0size=0x10000"];
        PoolCheckRun run = await PoolCheckRun.StartAsync(["env", .. memory, "dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "scarce"]);

        Assert.Matches("Memory ran out [1-9][0-9]* times", run.Output);
        Assert.Empty(run.Findings);

        // The last line of the report may find no memory, too, and the report then says that the end is missing.
        Assert.Contains(Assert.Single(run.States), (string[])["checked", "cut-off"]);
    }

    /// <summary>A Return that is interrupted while it waits for a lock of the pool loses an array and announces nothing. There is no other finding.</summary>
    [Fact]
    public async Task Run_OfThreadsThatAreInterrupted_FindsWhatThePoolLost()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "interrupted"]);

        Match interrupts = Regex.Match(run.Output, "[1-9][0-9]* interrupts, ([0-9]+) of them in Return");
        Assert.True(interrupts.Success, run.Output);
        Assert.All(run.Findings, static finding => Assert.StartsWith("not-returned ", finding, StringComparison.Ordinal));
        Assert.InRange(run.Findings.Length == 0 ? 0 : run.LostAndRented.Lost, 0, int.Parse(interrupts.Groups[1].Value, CultureInfo.InvariantCulture));
        Assert.Equal(["checked"], run.States);
    }

    /// <summary>Of loaded assemblies, exceptions, events and finalizers. They run inside of the check, too.</summary>
    [Fact]
    public async Task Run_OfHandlersThatRent_AccusesNobody()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "handlers"]);

        Assert.Empty(run.Findings);
        Assert.Equal((0, "checked"), (run.ExitCode, Assert.Single(run.States)));
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

    /// <summary>The stack of the return that a finding needs may be one that was left out. The finding then says so, and the next one has it.</summary>
    [Theory]
    [InlineData("busy", 1, false)]
    [InlineData("busy again", 2, true)]
    public async Task Run_OfAMistakeAtABusyPlace_HasTheStackOfTheReturnOrSaysWhyNot(string turns, int count, bool hasStack)
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), turns]);

        using JsonDocument report = JsonDocument.Parse(run.Json);
        JsonElement finding = Assert.Single(report.RootElement.GetProperty("findings").EnumerateArray());
        Assert.Equal(("write-after-return", count), (finding.GetProperty("rule").GetString(), finding.GetProperty("count").GetInt32()));
        Assert.Equal(hasStack, finding.TryGetProperty("returned", out _));
        Assert.Equal(!hasStack, finding.GetProperty("message").GetString()!.Contains("has no stack: to save time", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Run_OfAReturnOfAnArrayThatWasNeverRented_FindsIt()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "foreign"]);

        Assert.Equal([Expected("returned-without-rent", "Zoo/Handlers.cs", "// never rented")], run.Findings);
    }

    /// <summary>The program notices the pattern as it would notice the data of the round before.</summary>
    [Fact]
    public async Task Run_OfAProgramThatTakesArraysForZeros_FailsInTheSecondRound()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "zeros"]);

        Assert.Equal(11, run.ExitCode);
    }

    [Fact]
    public async Task Run_OfAServerWithAWorker_FindsEachMistake()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Web", "Zoo.Web.dll")]);

        Assert.Equal(s_ofTheLibrary, run.Findings);
    }

    /// <summary>Both listen to the same pools. Neither sees what the other rents, and one of them holds the arrays.</summary>
    [Fact]
    public async Task Run_OfAProgramWithACheckOfItsOwn_DisturbsNeither()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "own check"]);

        Assert.Contains("own: DoubleReturn, NotReturned", run.Output, StringComparison.Ordinal);
        Assert.Equal([Expected("double-return", Library, "// returned twice"), Expected("not-returned", Library, "// lost")], run.Findings);
    }

    [Fact]
    public async Task Run_OfAProgramWithoutMistakes_HasTheExitCodeOfTheCommand()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "right"]);

        Assert.Empty(run.Findings);
        Assert.Equal(0, run.ExitCode);
    }

    [Fact]
    public async Task Run_OfACommandThatStartsNoProgram_SaysThatNothingWasChecked()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", "--version"]);

        Assert.Equal(["not-checked"], run.States);
        Assert.Equal(101, run.ExitCode);
    }

    /// <summary>The pools announce nothing there, so nothing is known.</summary>
    [Fact]
    public async Task Run_OfAProgramWithoutEventSources_SaysThatNothingWasChecked()
    {
        string program = Zoo.Program("Zoo", "Zoo.Program.dll"), settings = Path.ChangeExtension(Path.GetTempFileName(), ".json");
        string text = await File.ReadAllTextAsync(Path.ChangeExtension(program, ".runtimeconfig.json"));
        const string Properties = "\"configProperties\": {";
        Assert.Contains(Properties, text, StringComparison.Ordinal);
        await File.WriteAllTextAsync(
            settings, text.Replace(Properties, Properties + "\"System.Diagnostics.Tracing.EventSource.IsSupported\": false,", StringComparison.Ordinal));

        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", "exec", "--runtimeconfig", settings, program, "return"]);

        Assert.Equal(["not-checked"], run.States);
        Assert.Contains("Its event sources are off (EventSourceSupport)", run.Json, StringComparison.Ordinal);
        Assert.Equal(101, run.ExitCode);
    }

    [Fact]
    public async Task Run_OfAProcessWhoseFindingsFindNoRoom_SaysSoAndDoesNotEndWithZero()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "no room"]);

        Assert.Equal(["cut-off"], run.States);
        Assert.Contains("Its findings could not be written to the end.", run.Json, StringComparison.Ordinal);
        Assert.Equal(102, run.ExitCode);
    }

    /// <summary>Otherwise a mistake in a loop would fill the disk.</summary>
    [Fact]
    public async Task Run_OfAMistakeThatHappensOften_WritesItOnce()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "often"]);

        Assert.Contains("2 lines", run.Output, StringComparison.Ordinal);
        using JsonDocument document = JsonDocument.Parse(run.Json);
        Assert.Equal(1000, document.RootElement.GetProperty("findings")[0].GetProperty("count").GetInt32());
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

        PoolCheckRun run = await PoolCheckRun.StartAsync(hasShell ? ["sh", "-c", string.Join(' ', command) + "; true"] : command, signal);

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

        Assert.Equal([Expected("not-returned", "Zoo/Server.cs", "// lost at the end")], run.Findings);
        Assert.Equal(100, run.ExitCode);
    }

    /// <summary>A leak stays one, however the server ends.</summary>
    [Fact]
    [Trait("System", "Unix")]
    public async Task Run_OfAServerThatLosesAnArrayAndGetsASignal_FindsIt()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "serve and lose"], "TERM");

        Assert.Equal([Expected("not-returned", "Zoo/Server.cs", "// in use")], run.Findings);
        Assert.Equal(100, run.ExitCode);
    }

    [Theory]
    [InlineData("fail", true)]
    [InlineData("right", false)]
    public async Task Run_OfACommandThatFails_SaysInTheReportWhatTheReasonMayBe(string end, bool expected)
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), end]);

        Assert.Equal(expected, run.Json.Contains("dotnet poolcheck run --no-poison -- dotnet ", StringComparison.Ordinal));
    }

    /// <summary>The hint is wrong where nothing was overwritten, a signal ended the command, or something else explains the failure.</summary>
    [Theory]
    [InlineData(9, 10, false, true)]
    [InlineData(134, 10, false, true)]
    [InlineData(0, 10, false, false)]
    [InlineData(9, 0, false, false)]
    [InlineData(9, 10, true, false)]
    [InlineData(129, 10, false, false)]
    [InlineData(130, 10, false, false)]
    [InlineData(131, 10, false, false)]
    [InlineData(137, 10, false, false)]
    [InlineData(143, 10, false, false)]
    public void ReasonToFail_OfACommand_IsGivenWhereItMayBeRight(int exitCode, int rents, bool keptAPlugin, bool expected)
    {
        ProcessReport process = Sample.Process() with { Rents = rents, KeptAPlugin = keptAPlugin };

        Assert.Equal(expected, RunCommand.ReasonToFail(["app"], exitCode, [process]) is not null);
    }

    /// <summary>What a program writes may be a secret.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Run_OfALateWrite_ShowsTheBytesUnlessTheyMayBeSecret(bool hides)
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(
            ["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "return"], signal: null, hides ? ["--no-bytes"] : []);

        Assert.Contains(" written later", run.Json, StringComparison.Ordinal);
        Assert.Equal(!hides, run.Json.Contains(", where the check had written DD)", StringComparison.Ordinal));
    }

    // The line of a comment in a program's source.
    private static string Expected(string rule, string file, string comment)
    {
        string path = Path.Combine(Zoo.Folder, file);
        int line = Array.FindIndex(File.ReadAllLines(path), line => line.EndsWith(comment, StringComparison.Ordinal)) + 1;
        return $"{rule} {Path.GetFileName(file)}:{line}";
    }
}
