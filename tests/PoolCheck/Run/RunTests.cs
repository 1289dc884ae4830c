using System.Globalization;
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
    public async Task Run_OfAProcessThatBecomesAnother_KeepsItsFindings()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "again"]);

        Assert.Equal(s_ofTheLibrary, run.Findings);
        Assert.Equal(["cut-off", "checked"], run.States);
    }

    /// <summary>What the check cannot record then, it must not take for a mistake.</summary>
    [Fact]
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

    // The line of a comment in a program's source.
    private static string Expected(string rule, string file, string comment)
    {
        string path = Path.Combine(Zoo.Folder, file);
        int line = Array.FindIndex(File.ReadAllLines(path), line => line.EndsWith(comment, StringComparison.Ordinal)) + 1;
        return $"{rule} {Path.GetFileName(file)}:{line}";
    }
}
