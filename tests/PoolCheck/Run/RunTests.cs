using System.Diagnostics;
using System.Text.Json;

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
    public async Task Run_OfATestAssembly_FindsEachMistakeAtItsLine(string framework, bool isRunByVsTest)
    {
        string assembly = Program(framework, $"Zoo.{framework}.dll");

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
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Program("Zoo", "Zoo.Program.dll"), end]);

        Assert.Equal(s_ofTheLibrary, run.Findings);
        Assert.Equal([state], run.States);
        Assert.Equal(100, run.ExitCode);
    }

    [Fact]
    public async Task Run_OfTwoProcesses_FindsTheMistakesOfBoth()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Program("Zoo", "Zoo.Program.dll"), "two"]);

        Assert.Equal(s_ofTheLibrary, run.Findings.Distinct());
        Assert.Equal(["checked", "checked"], run.States);
    }

    [Fact]
    public async Task Run_OfAServerWithAWorker_FindsEachMistake()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Program("Web", "Zoo.Web.dll")]);

        Assert.Equal(s_ofTheLibrary, run.Findings);
    }

    /// <summary>Both listen to the same pools. Neither sees what the other rents, and one of them holds the arrays.</summary>
    [Fact]
    public async Task Run_OfAProgramWithACheckOfItsOwn_DisturbsNeither()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Program("Zoo", "Zoo.Program.dll"), "own check"]);

        Assert.Contains("own: DoubleReturn, NotReturned", run.Output, StringComparison.Ordinal);
        Assert.Equal([Expected("double-return", Library, "// returned twice"), Expected("not-returned", Library, "// lost")], run.Findings);
    }

    [Fact]
    public async Task Run_OfAProgramWithoutMistakes_HasTheExitCodeOfTheCommand()
    {
        PoolCheckRun run = await PoolCheckRun.StartAsync(["dotnet", Program("Zoo", "Zoo.Program.dll"), "right"]);

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

    private static string Program(string project, string assembly)
    {
        // The programs are built like the tests: bin/Debug/net10.0.
        string[] parts = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar).Split(Path.DirectorySeparatorChar);
        return Path.Combine(Sources.Folder, project, "bin", parts[^2], parts[^1], assembly);
    }

    // The line of a comment in a program's source.
    private static string Expected(string rule, string file, string comment)
    {
        string path = Path.Combine(Sources.Folder, file);
        int line = Array.FindIndex(File.ReadAllLines(path), line => line.EndsWith(comment, StringComparison.Ordinal)) + 1;
        return $"{rule} {Path.GetFileName(file)}:{line}";
    }

    private static class Sources
    {
        public static string Folder { get; } = Path.GetFullPath(Path.Combine(Here(), "..", "..", "Programs"));

        private static string Here([System.Runtime.CompilerServices.CallerFilePath] string path = "") => path;
    }

    /// <summary>A finished run of the tool, with a report as JSON.</summary>
    private sealed record PoolCheckRun(int ExitCode, string Output, string Json)
    {
        /// <summary>The findings: rule, file and line of the nearest frame.</summary>
        public string[] Findings => Read(static _ => true);

        public string[] FindingsOfTests => Read(static finding => finding.GetProperty("isOfATest").GetBoolean());

        public string[] States
        {
            get
            {
                using JsonDocument document = JsonDocument.Parse(Json);
                return [.. document.RootElement.GetProperty("processes").EnumerateArray().Select(static process => process.GetProperty("state").GetString()!)];
            }
        }

        public static async Task<PoolCheckRun> StartAsync(string[] command)
        {
            string report = Path.GetTempFileName();
            string tool = Path.Combine(AppContext.BaseDirectory, "dotnet-poolcheck.dll");
            var start = new ProcessStartInfo("dotnet", [tool, "run", "--format", "json", "--output", report, "--", .. command])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };

            // The surrounding `dotnet test` speaks to its own children through these.
            foreach (string name in start.Environment.Keys.Where(static name => name.StartsWith("MSBUILD", StringComparison.Ordinal)).ToList())
                start.Environment.Remove(name);

            using Process process = Process.Start(start)!;
            Task<string> output = process.StandardOutput.ReadToEndAsync(), errors = process.StandardError.ReadToEndAsync();
            await process.WaitForExitAsync();
            return new PoolCheckRun(process.ExitCode, await output + await errors, await File.ReadAllTextAsync(report));
        }

        private string[] Read(Func<JsonElement, bool> filter)
        {
            using JsonDocument document = JsonDocument.Parse(Json);
            return
            [
                .. document.RootElement.GetProperty("findings").EnumerateArray().Where(filter).Select(static finding =>
                {
                    // A late write has no stack; the return is what is known of it.
                    string rule = finding.GetProperty("rule").GetString()!;
                    JsonElement call = finding.GetProperty(rule switch { "not-returned" => "rented", "write-after-return" => "returned", _ => "again" });
                    JsonElement nearest = call.GetProperty("frames")[0];
                    return $"{rule} {Path.GetFileName(nearest.GetProperty("file").GetString())}:{nearest.GetProperty("line")}";
                }).Order(StringComparer.Ordinal),
            ];
        }
    }
}
