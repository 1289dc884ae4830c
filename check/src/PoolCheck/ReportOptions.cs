using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text.Json;

namespace PooledGen.PoolCheck;

/// <summary>The options of all commands: how the report is written, and which findings fail the run.</summary>
internal sealed class ReportOptions
{
    private readonly Option<ReportFormat> _format = new("--format")
    {
        Description = "The form of the report. In a workflow of GitHub, annotations are added to the other forms.",
        HelpName = "text|json|sarif|github",
        CustomParser = CommandLineErrors.ReadName<ReportFormat>,
    };

    private readonly Option<string?> _output = new("--output", "-o")
    {
        Description = "The file for the report, instead of the standard output.",
        HelpName = "FILE",
    };

    private readonly Option<Baseline?> _baseline = new("--baseline")
    {
        Description = "A file of known mistakes. They do not fail the run.",
        HelpName = "FILE",
        CustomParser = ReadBaseline,
    };

    private readonly Option<string?> _writeBaseline = new("--write-baseline")
    {
        Description = "Writes all mistakes to a file, for --baseline.",
        HelpName = "FILE",
    };

    private readonly Option<string[]> _assemblies = new("--assembly")
    {
        Description = "An assembly whose lost arrays are findings, by name. Again for each further one. Without it: all but .NET and test frameworks.",
        HelpName = "ASSEMBLY",
    };

    private readonly Option<FailOn> _failOn = new("--fail-on")
    {
        Description = "Which lost arrays fail the run: those of the library, or those of tests, too. Other mistakes always do.",
        HelpName = "library|all",
        CustomParser = CommandLineErrors.ReadName<FailOn>,
    };

    /// <summary>Adds the options to a command.</summary>
    public ReportOptions(Command command)
    {
        foreach (Option option in new Option[] { _format, _output, _baseline, _writeBaseline, _assemblies, _failOn })
            command.Options.Add(option);
    }

    /// <summary>What is wrong with the values of the options, before anything starts.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="sharesOutput">Whether a command writes to the standard output, too.</param>
    public IEnumerable<string> FindProblems(ParseResult parsed, bool sharesOutput)
    {
        foreach (Option<string?> option in new[] { _output, _writeBaseline })
        {
            if (parsed.GetValue(option) is { } file && OutputFile.WhyNotWritable(file) is { } reason)
                yield return $"{option.Name}: \"{file}\" cannot be written. {reason}";
        }

        if (parsed.GetValue(_output) is { Length: > 0 } output
            && parsed.GetValue(_writeBaseline) is { Length: > 0 } baseline
            && Path.GetFullPath(output) == Path.GetFullPath(baseline))
        {
            yield return "--output and --write-baseline name the same file.";
        }

        if (sharesOutput && parsed.GetValue(_format) is ReportFormat.Json or ReportFormat.Sarif && parsed.GetValue(_output) is null)
            yield return "The command writes to the standard output, too. Write the report to a file: --output FILE.";
    }

    /// <summary>Writes the report.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="processes">What was found.</param>
    /// <param name="exitCodeOfCommand">The exit code of the command that ran; 0 if there was none.</param>
    /// <param name="remarks">Sentences about the whole run.</param>
    /// <returns>The exit code of the tool.</returns>
    public int Write(ParseResult parsed, IReadOnlyList<ProcessReport> processes, int exitCodeOfCommand = 0, params string[] remarks)
    {
        ReportFormat format = parsed.GetValue(_format);
        string? output = parsed.GetValue(_output);
        var report = new CheckReport(processes, parsed.GetValue(_assemblies) ?? [], parsed.GetValue(_baseline) ?? Baseline.Empty, remarks);
        string text = format switch
        {
            ReportFormat.Json => JsonReport.Write(report),
            ReportFormat.Sarif => SarifReport.Write(report),
            ReportFormat.GitHub => GitHubAnnotations.Write(report),
            _ => TextReport.Write(report, isColored: output is null && CanShowColors),
        };

        bool isWritten = output is null ? TryPrint(text) : TryWrite("report", output, text);

        // Another program may read JSON or SARIF from the standard output.
        bool isFreeForAnnotations = output is not null || format == ReportFormat.Text;
        if (isFreeForAnnotations && Environment.GetEnvironmentVariable("GITHUB_ACTIONS") == "true")
            isWritten &= TryPrint(GitHubAnnotations.Write(report));

        if (parsed.GetValue(_writeBaseline) is { } baseline)
            isWritten &= TryWrite("baseline", baseline, Baseline.Of(report).ToText());

        int exitCode = report.ExitCode(parsed.GetValue(_failOn), exitCodeOfCommand);
        return exitCode == 0 && !isWritten ? ExitCodes.Incomplete : exitCode;
    }

    private static bool CanShowColors
        => !Console.IsOutputRedirected
            && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
            && Environment.GetEnvironmentVariable("TERM") != "dumb";

    // What a run of an hour has found must not be lost because a disk is full.
    private static bool TryWrite(string what, string file, string text)
    {
        if (OutputFile.TryWrite(file, text) is not { } reason)
            return true;

        CommandLineErrors.Write($"The {what} cannot be written to \"{file}\", so the standard output has it. {reason}");
        TryPrint(text);
        return false;
    }

    private static bool TryPrint(string text)
    {
        try
        {
            Console.Out.Write(text);
            Console.Out.Flush();
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            CommandLineErrors.Write($"The standard output cannot be written, so the standard error has what follows. {e.Message}");
            CommandLineErrors.Write(text);
            return false;
        }
    }

    // Before the command runs, so that no run is in vain.
    private static Baseline? ReadBaseline(ArgumentResult result)
    {
        string file = result.Tokens[0].Value;
        try
        {
            return Baseline.Read(file);
        }
        catch (JsonException)
        {
            result.AddError($"--baseline: \"{file}\" is not a baseline. That is a JSON array of strings, and --write-baseline writes it.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            result.AddError($"--baseline: \"{file}\" cannot be read. {e.Message}");
        }

        return null;
    }
}

/// <summary>The forms of a report.</summary>
internal enum ReportFormat
{
    Text,
    Json,
    Sarif,
    GitHub,
}
