using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck.Tests;

/// <summary>
/// The tool over programs that nobody changed for it, such as a server with a worker, and a program with a check of its own. All planted mistakes are found,
/// each at its line, and nothing else.
/// </summary>
public class RunTests
{
    [Fact]
    public async Task Run_OfTwoProcesses_FindsTheMistakesOfBoth()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "two"]);

        Assert.Equal(Zoo.MistakesOfTheLibrary, run.Findings.Distinct());
        Assert.Equal(["checked", "checked"], run.States);
        Assert.Equal((2, 2), run.LostAndRented);
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

        Assert.Equal([Zoo.Mistake("returned-without-rent", "Zoo/Handlers.cs", "// never rented")], run.Findings);
    }

    /// <summary>Its array is one that the check has not seen to be rented. The program's mistakes are found all the same.</summary>
    [Theory]
    [Trait("System", "Unix")] // its shell
    [InlineData(true)]
    [InlineData(false)]
    public async Task Run_AfterAnotherStartupHookThatRents_AccusesItNotAndSaysSo(bool isExact)
    {
        string program = Zoo.Program("Zoo", "Zoo.Program.dll");
        string hook = Zoo.Program("EarlyHook", "Zoo.EarlyHook.dll").Replace("net10.0", "net8.0", StringComparison.Ordinal);
        PoolCheckRun run = await PoolCheckRun.StartAsync(
            ["sh", "-c", $"DOTNET_STARTUP_HOOKS='{hook}':$DOTNET_STARTUP_HOOKS exec dotnet '{program}' wait"], options: isExact ? ["--exact"] : []);

        Assert.Equal([Zoo.MistakeOfTheLibrary("double-return", "// returned twice")], run.Findings);
        Assert.Contains(run.Remarks, static remark => remark.Contains("1 array that was returned was not seen to be rented", StringComparison.Ordinal));
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

        Assert.Equal(Zoo.MistakesOfTheLibrary, run.Findings);
    }

    /// <summary>Both listen to the same pools. Neither sees what the other rents, and one of them holds the arrays.</summary>
    [Fact]
    public async Task Run_OfAProgramWithACheckOfItsOwn_DisturbsNeither()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "own check"]);

        Assert.Contains("own: ReturnedTwice, NotReturned", run.Output, StringComparison.Ordinal);
        Assert.Equal([Zoo.MistakeOfTheLibrary("double-return", "// returned twice"), Zoo.MistakeOfTheLibrary("not-returned", "// lost")], run.Findings);
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

    [Theory]
    [InlineData("fail", "--poison", true)]
    [InlineData("right", "--poison", false)]
    [InlineData("fail", "--exact", true)]
    [InlineData("right", "--exact", false)]
    public async Task Run_OfACommandThatFails_SaysInTheReportWhatTheReasonMayBe(string end, string option, bool expected)
    {
        string[] options = option == "--exact" ? ["--exact"] : ["--poison", "true"];
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), end], options: options);

        string without = option == "--exact" ? "" : "--poison false ";
        Assert.Equal(expected, run.Json.Contains($"dotnet poolcheck run {without}-- dotnet ", StringComparison.Ordinal));
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

    [Theory]
    [InlineData(9, true, true)]
    [InlineData(0, true, false)]
    [InlineData(137, true, false)]
    [InlineData(9, false, false)]
    public void WhatDiffers_InAMirror_IsSaidWhereAProgramThatRanThereMayHaveFailedByIt(int exitCode, bool isExact, bool expected)
    {
        ProcessReport process = Sample.Process() with { IsNotExact = !isExact };

        Assert.Equal(expected, RunCommand.WhatDiffers(["app"], exitCode, [process]) is not null);
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
}
