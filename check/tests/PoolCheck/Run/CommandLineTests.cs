using System.Diagnostics;

namespace PooledGen.PoolCheck.Tests;

/// <summary>What a person can get wrong: each has one line with the reason and an exit code, and nothing shows a stack of the tool.</summary>
[Trait("System", "Linux")] // its commands, and /dev/full
public sealed class CommandLineTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("poolcheck-tests-");

    public CommandLineTests()
    {
        File.WriteAllText(InFolder("text.txt"), "text");
        File.WriteAllText(InFolder("object.json"), "{}");
        File.WriteAllText(InFolder("null.json"), "[null]");
        File.WriteAllText(InFolder("read-only.txt"), "");
        File.SetAttributes(InFolder("read-only.txt"), FileAttributes.ReadOnly);
        File.CreateSymbolicLink(InFolder("link.txt"), InFolder("missing/r.txt"));
    }

    public void Dispose()
    {
        File.SetAttributes(InFolder("read-only.txt"), FileAttributes.Normal);
        _folder.Delete(recursive: true);
    }

    /// <summary>Nothing is started. DIR is a folder, and "--" is followed by a command.</summary>
    [Theory]
    [InlineData("no command", "", "Required command was not provided.")]
    [InlineData("an unknown command", "watch", "Required command was not provided.")]
    [InlineData("nothing to run", "run", "Required argument 'COMMAND' missing for command: 'run'.")]
    [InlineData("nothing after --", "run --", "Required argument 'COMMAND' missing for command: 'run'.")]
    [InlineData("a misspelt option of run", "run --formt json --", "\"--formt\" is not an option of run.")]
    [InlineData("a misspelt option of attach", "attach 1 --secnds 1", "Unrecognized command or argument '--secnds'.")]
    [InlineData("no value", "attach 1 --duration", "Required argument missing for option: '--duration'.")]
    [InlineData("an option twice", "attach 1 --duration 1 --duration 2", "Option '--duration' expects a single argument but 2 were provided.")]
    [InlineData("an unknown format", "run --format xml --", "--format is one of text, json, sarif, github, and not \"xml\".")]
    [InlineData("a format by its number", "run --format 1 --", "--format is one of text, json, sarif, github, and not \"1\".")]
    [InlineData("an unknown failure", "run --fail-on tests --", "--fail-on is one of library, all, and not \"tests\".")]
    [InlineData("mixed output", "run --format json --", "The command writes to the standard output, too.")]
    [InlineData("an option of --exact alone", "run --exclude Net --", "--exclude is an option of --exact.")]
    [InlineData("neither true nor false", "run --poison no --", "--poison is one of true, false, and not \"no\".")]
    [InlineData("a report in no folder", "run -o DIR/missing/r.txt --", "--output: \"DIR/missing/r.txt\" cannot be written.")]
    [InlineData("a report in place of a folder", "run -o DIR --", "--output: \"DIR\" cannot be written. It is a folder.")]
    [InlineData("a report over a read-only file", "run -o DIR/read-only.txt --", "--output: \"DIR/read-only.txt\" cannot be written. It is read-only.")]
    [InlineData("a report over a link to nothing", "run -o DIR/link.txt --", "--output: \"DIR/link.txt\" cannot be written.")]
    [InlineData("a baseline in no folder", "read DIR/text.txt --write-baseline DIR/missing/b", "--write-baseline: \"DIR/missing/b\" cannot be written.")]
    [InlineData("report and baseline in one", "run -o DIR/a --write-baseline DIR/./a --", "--output and --write-baseline name the same file.")]
    [InlineData("no baseline there", "run --baseline DIR/missing.json --", "--baseline: \"DIR/missing.json\" cannot be read.")]
    [InlineData("a folder as baseline", "run --baseline DIR --", "--baseline: \"DIR\" cannot be read.")]
    [InlineData("a text as baseline", "run --baseline DIR/text.txt --", "--baseline: \"DIR/text.txt\" is not a baseline.")]
    [InlineData("an object as baseline", "run --baseline DIR/object.json --", "--baseline: \"DIR/object.json\" is not a baseline.")]
    [InlineData("null in a baseline", "run --baseline DIR/null.json --", "--baseline: \"DIR/null.json\" is not a baseline.")]
    [InlineData("no process id", "attach app", "PID is a whole number from 1 to 2147483647, and not \"app\".")]
    [InlineData("a process id of nothing", "attach 0", "PID is a whole number from 1 to 2147483647, and not \"0\".")]
    [InlineData("negative seconds", "attach 1 --duration -1", "--duration is a whole number from 1 to 4000000, and not \"-1\".")]
    [InlineData("seconds beyond a timer", "attach 1 --duration 99999999", "--duration is a whole number from 1 to 4000000, and not \"99999999\".")]
    [InlineData("a threshold that is no number", "attach 1 --threshold NaN", "--threshold is a number from 0 to 1000000, and not \"NaN\".")]
    [InlineData("an endless threshold", "read DIR/text.txt --threshold 1e300", "--threshold is a number from 0 to 1000000, and not \"1e300\".")]
    [InlineData("a folder as trace", "read DIR", "FILE: \"DIR\" is a folder.")]
    [InlineData("no trace there", "read DIR/missing.nettrace", "FILE: \"DIR/missing.nettrace\" does not exist.")]
    public async Task Parse_OfAWrongCommandLine_SaysWhatIsWrongAndStartsNothing(string name, string arguments, string message)
    {
        string[] words = [.. arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(WithFolder)];
        string[] command = words.Contains("--") && name != "nothing after --" ? [.. words, "touch", InFolder("started")] : words;

        ProcessEnd result = await Run(command);

        Assert.Equal((name, ExitCodes.Usage, ""), (name, result.ExitCode, result.Output));
        string[] lines = result.Errors.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        Assert.StartsWith(WithFolder(message), lines[0]);
        Assert.InRange(lines.Length, 2, 3);
        Assert.EndsWith("--help shows what can be written.", lines[^1]);
        Assert.False(File.Exists(InFolder("started")));
        Assert.False(File.Exists(InFolder("a")));
    }

    /// <summary>The run could not have known it. The report is not lost.</summary>
    [Theory]
    [InlineData("a full disk", "run -o /dev/full -- CHECKED", "The report cannot be written to \"/dev/full\", so the standard output has it.")]
    [InlineData("a full disk for the baseline", "run --write-baseline /dev/full -- CHECKED", "The baseline cannot be written to \"/dev/full\"")]
    [InlineData("a folder that goes", "run -o DIR/gone/r.txt -- sh -c \"rm\t'DIR/gone'\t-r;CHECKED\"", "The report cannot be written to \"DIR/gone/r.txt\"")]
    public async Task Write_WhereTheFileCannotBeWritten_PrintsTheReport(string name, string arguments, string message)
    {
        Directory.CreateDirectory(InFolder("gone"));

        ProcessEnd result = await Run(Words(arguments));

        Assert.Equal((name, ExitCodes.Incomplete), (name, result.ExitCode));
        Assert.StartsWith(WithFolder(message), result.Errors);
        Assert.Contains("No finding in what was checked", result.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("closed", "&-")]
    [InlineData("full", "/dev/full")]
    public async Task Write_WhereTheStandardOutputCannotBeWritten_EndsWithoutAStack(string name, string target)
    {
        ProcessEnd result = await Run("sh", ["-c", $"exec dotnet '{typeof(ExitCodes).Assembly.Location}' run -- dotnet '{Right}' right >{target}"]);

        Assert.Equal((name, ExitCodes.Incomplete), (name, result.ExitCode));
        Assert.Contains("No finding in what was checked", result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>What is no fault of the command line, and still prevents a check.</summary>
    [Theory]
    [InlineData("no such command", "run -- no-such-command", "", "Not checked: no-such-command. It cannot be started.")]
    [InlineData("no temporary folder", "run -- touch DIR/started", "DIR/missing", "Not checked: touch. It was not started, because its")]
    [InlineData("a file as temporary folder", "run -- touch DIR/started", "/dev/null", "Not checked: touch. It was not started, because its")]
    [InlineData("a long temporary folder", "run --exact -- touch DIR/started", "LONG", "Not checked: touch. It was not started, because --exact needs a pipe")]
    [InlineData("no trace", "read DIR/text.txt", "", "Not checked: text.txt. The file cannot be read as a trace.")]
    [InlineData("settings that are not JSON", "run -- DIR/app", "", "Not checked: DIR/app. No .NET process has reported")]
    public async Task Run_OfWhatCannotBeChecked_SaysWhy(string name, string arguments, string temporary, string message)
    {
        File.WriteAllText(InFolder("app"), "#!/bin/sh\nexit 0\n");
        File.WriteAllText(InFolder("app.runtimeconfig.json"), "{");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(InFolder("app"), UnixFileMode.UserRead | UnixFileMode.UserExecute);

        if (temporary == "LONG")
            temporary = _folder.CreateSubdirectory(new string('x', 100)).FullName;

        ProcessEnd result = await Run("dotnet", [typeof(ExitCodes).Assembly.Location, .. Words(arguments)], WithFolder(temporary));

        Assert.Equal((name, ExitCodes.NothingChecked, ""), (name, result.ExitCode, result.Errors));
        Assert.StartsWith(WithFolder(message), result.Output);
        Assert.EndsWith("Nothing was checked.\n", result.Output);
        Assert.False(File.Exists(InFolder("started")));
    }

    [Fact]
    public async Task Ps_WithoutAFolderForTemporaryFiles_SaysWhy()
    {
        ProcessEnd result = await Run("dotnet", [typeof(ExitCodes).Assembly.Location, "ps"], temporary: InFolder("missing"));

        Assert.Equal((ExitCodes.NothingChecked, ""), (result.ExitCode, result.Output));
        Assert.StartsWith("The processes cannot be listed, because ", result.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Help_OfARun_NamesNoTypeOfTheTool()
        => Assert.DoesNotContain("PooledGen", (await Run(["run", "--help"])).Output, StringComparison.Ordinal);

    private static string Right => Zoo.Program("Zoo", "Zoo.Program.dll");

    private string InFolder(string name) => Path.Combine(_folder.FullName, name);

    // A tab stands for a space inside of a word.
    private string[] Words(string arguments)
        =>
        [
            .. arguments.Split(' ')
                .SelectMany(static word => word == "CHECKED" ? ["dotnet", Right, "right"] : new[] { word })
                .Select(word => WithFolder(word.Trim('"').Replace('\t', ' ').Replace("CHECKED", $"dotnet '{Right}' right", StringComparison.Ordinal))),
        ];

    private string WithFolder(string text) => text.Replace("DIR", _folder.FullName, StringComparison.Ordinal);

    private static Task<ProcessEnd> Run(string[] arguments) => Run("dotnet", [typeof(ExitCodes).Assembly.Location, .. arguments]);

    private static Task<ProcessEnd> Run(string program, string[] arguments, string temporary = "")
    {
        var start = new ProcessStartInfo(program, arguments);
        start.Environment.Remove("GITHUB_ACTIONS");
        if (temporary.Length > 0)
            start.Environment["TMPDIR"] = temporary;

        return ChildProcess.RunAsync(start);
    }
}
