using System.Diagnostics;

namespace PooledGen.Package.Tests;

/// <summary>Runs the <c>dotnet</c> command as a user would in a folder of theirs.</summary>
internal static class DotNet
{
    /// <summary>Runs a command that has to succeed.</summary>
    /// <returns>What it wrote.</returns>
    public static Task<string> RunAsync(string folder, params string[] arguments) => RunAsync(folder, arguments, configuration: null);

    /// <summary>Runs a command that has to succeed.</summary>
    /// <param name="folder">The folder where it runs.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="configuration">The folder in which programs find the configuration of the user, or null for the usual one.</param>
    /// <returns>What it wrote.</returns>
    public static async Task<string> RunAsync(string folder, string[] arguments, string? configuration)
    {
        (int exitCode, string output) = await TryRunAsync(folder, arguments, configuration);
        Assert.True(exitCode == 0, $"dotnet {string.Join(' ', arguments)} ended with {exitCode}:\n{output}");
        return output;
    }

    /// <summary>Runs a command that may fail.</summary>
    public static Task<(int ExitCode, string Output)> TryRunAsync(string folder, params string[] arguments)
        => TryRunAsync(folder, arguments, configuration: null);

    private static async Task<(int ExitCode, string Output)> TryRunAsync(string folder, string[] arguments, string? configuration)
    {
        ProcessStartInfo start = StartInfo(folder, arguments);
        if (configuration is not null)
            start.Environment["XDG_CONFIG_HOME"] = configuration;

        ProcessEnd end = await ChildProcess.RunAsync(start);
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
