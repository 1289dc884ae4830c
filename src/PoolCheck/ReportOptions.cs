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
        DefaultValueFactory = static _ => ReportFormat.Text,
    };

    private readonly Option<FileInfo?> _output = new("--output", "-o")
    {
        Description = "The file for the report, instead of the standard output.",
        HelpName = "FILE",
    };

    private readonly Option<Baseline> _baseline = new("--baseline")
    {
        Description = "A file of known places. Findings there do not fail the run.",
        HelpName = "FILE",
        DefaultValueFactory = static _ => Baseline.Empty,
        CustomParser = ReadBaseline,
    };

    private readonly Option<FileInfo?> _writeBaseline = new("--write-baseline")
    {
        Description = "Writes the places of all findings to a file.",
        HelpName = "FILE",
    };

    private readonly Option<string[]> _judge = new("--judge")
    {
        Description = "The assemblies whose lost arrays are findings, by name. Without it: all but .NET and test frameworks.",
        HelpName = "ASSEMBLY...",
        AllowMultipleArgumentsPerToken = true,
        DefaultValueFactory = static _ => [],
    };

    private readonly Option<FailOn> _failOn = new("--fail-on")
    {
        Description = "Which lost arrays fail the run: those of the library, or those of tests, too. Other findings always do.",
        HelpName = "library|all",
        DefaultValueFactory = static _ => FailOn.Library,
    };

    /// <summary>Adds the options to a command.</summary>
    public ReportOptions(Command command)
    {
        foreach (Option option in new Option[] { _format, _output, _baseline, _writeBaseline, _judge, _failOn })
            command.Options.Add(option);
    }

    /// <summary>Writes the report.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="processes">What was found.</param>
    /// <param name="exitCodeOfCommand">The exit code of the command that ran; 0 if there was none.</param>
    /// <returns>The exit code of the tool.</returns>
    public int Write(ParseResult parsed, IReadOnlyList<ProcessReport> processes, int exitCodeOfCommand)
    {
        FailOn failOn = parsed.GetValue(_failOn);
        FileInfo? output = parsed.GetValue(_output);
        var report = new PoolReport(processes, parsed.GetValue(_judge) ?? [], parsed.GetValue(_baseline)!);
        string text = parsed.GetValue(_format) switch
        {
            ReportFormat.Json => JsonReport.Write(report),
            ReportFormat.Sarif => SarifReport.Write(report),
            ReportFormat.GitHub => GitHubAnnotations.Write(report),
            _ => TextReport.Write(report, isColored: output is null && CanShowColors),
        };

        if (output is null)
            Console.Out.Write(text);
        else
            File.WriteAllText(output.FullName, text);

        // Another program may read JSON or SARIF from the standard output.
        bool isFreeForAnnotations = output is not null || parsed.GetValue(_format) == ReportFormat.Text;
        if (isFreeForAnnotations && Environment.GetEnvironmentVariable("GITHUB_ACTIONS") == "true")
            Console.Out.Write(GitHubAnnotations.Write(report));

        if (parsed.GetValue(_writeBaseline) is { } baseline)
            File.WriteAllText(baseline.FullName, Baseline.Of(report).ToText());

        return report.ExitCode(failOn, exitCodeOfCommand);
    }

    /// <summary>Refuses a report for programs on the standard output of a command that writes there, too.</summary>
    public void RefuseMixedOutput(CommandResult result)
    {
        if (result.GetValue(_format) is ReportFormat.Json or ReportFormat.Sarif && result.GetValue(_output) is null)
            result.AddError("The command writes to the standard output, too. Write the report to a file: --output FILE.");
    }

    private static bool CanShowColors
        => !Console.IsOutputRedirected
            && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
            && Environment.GetEnvironmentVariable("TERM") != "dumb";

    // Before the command runs, so that no run is in vain.
    private static Baseline ReadBaseline(ArgumentResult result)
    {
        string file = result.Tokens[0].Value;
        try
        {
            return Baseline.Read(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            result.AddError($"The baseline {file} cannot be read. {e.Message}");
            return Baseline.Empty;
        }
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
