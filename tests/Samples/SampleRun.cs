using System.Diagnostics;

namespace PooledGen.Samples.Tests;

/// <summary>A sample, started and waited for as a user would, in a process of its own: its pool is new and nobody else uses it.</summary>
internal sealed record SampleRun(int ExitCode, string Output, string Error)
{
    public static Task<SampleRun> Start(string sample, string workingDirectory, params string[] arguments)
        => StartWithInput(sample, workingDirectory, [], arguments);

    public static async Task<SampleRun> StartWithInput(string sample, string workingDirectory, byte[] input, params string[] arguments)
    {
        ProcessEnd end = await ChildProcess.RunAsync(Command(sample, workingDirectory, arguments), input);
        return new SampleRun(end.ExitCode, end.Output, end.Errors);
    }

    /// <summary>How a sample is started: where the tests lie, on the runtime that they run on.</summary>
    public static ProcessStartInfo Command(string sample, string workingDirectory, params string[] arguments)
    {
        string program = Path.Combine(AppContext.BaseDirectory, $"{sample}.dll");
        return new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", [program, .. arguments])
        {
            WorkingDirectory = workingDirectory,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment =
            {
                ["LC_ALL"] = "de_DE.UTF-8", // would write 1.000 for 1,000
                ["POOLEDGEN_TRIM_PERIOD_SECONDS"] = "0", // on a slow machine the idle timer would change the figures
            },
        };
    }

    /// <summary>What the table says after a file's path.</summary>
    public string[] Row(string path) => Assert.Single(Lines(Output), line => line.StartsWith(path + " ", StringComparison.Ordinal))
        [path.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries);

    public static string[] Lines(string text) => text.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
}
