using System.Diagnostics;

namespace PooledGen.Package.Tests;

/// <summary>Runs the <c>dotnet</c> command as a user would in a folder of theirs.</summary>
internal static class DotNet
{
    /// <summary>Runs a command that has to succeed.</summary>
    /// <returns>What it wrote.</returns>
    public static async Task<string> RunAsync(string folder, params string[] arguments)
    {
        (int exitCode, string output) = await TryRunAsync(folder, arguments);
        Assert.True(exitCode == 0, $"dotnet {string.Join(' ', arguments)} ended with {exitCode}:\n{output}");
        return output;
    }

    /// <summary>Runs a command that may fail.</summary>
    public static async Task<(int ExitCode, string Output)> TryRunAsync(string folder, params string[] arguments)
    {
        ProcessEnd end = await ChildProcess.RunAsync(StartInfo(folder, arguments));
        return (end.ExitCode, end.Output + end.Errors);
    }

    private static ProcessStartInfo StartInfo(string folder, string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", arguments) { WorkingDirectory = folder };

        // The surrounding `dotnet test` speaks to its own children through these; a user's shell has none of them.
        foreach (string name in start.Environment.Keys.Where(name => name.StartsWith("MSBUILD", StringComparison.OrdinalIgnoreCase)).ToList())
            start.Environment.Remove(name);

        // Who builds without the rules tests them all the same.
        start.Environment.Remove("RunAnalyzersDuringBuild");

        // A node would outlive the test, with the temporary folder open. The compiler's server may: it copies the analyzers that it loads.
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        return start;
    }
}
