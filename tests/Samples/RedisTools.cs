using System.Diagnostics;

namespace PooledGen.Samples.Tests;

/// <summary>Runs redis-cli and redis-benchmark, and decides what becomes of the tests that need them where there are none.</summary>
internal static class RedisTools
{
    /// <summary>The environment variable that makes missing programs an error: 1 for yes. The check before a merge sets it.</summary>
    public const string RequiredVariable = "POOLEDGEN_REDIS_REQUIRED";

    /// <summary>What is missing where the programs are not found, and how to get them.</summary>
    public const string Remedy = "RespServer is tested with redis-cli and redis-benchmark, and PATH has not both of them. "
        + "On Debian: apt-get install --no-install-recommends redis-tools.";

    /// <summary>Why the tests that need the programs are skipped; null where they run.</summary>
    public static string? SkipReason { get; }
        = ReasonToSkip(IsInstalled(Environment.GetEnvironmentVariable("PATH")), Environment.GetEnvironmentVariable(RequiredVariable));

    /// <summary>Says why a test that needs the programs is skipped.</summary>
    /// <param name="isInstalled">Whether both are there.</param>
    /// <param name="required">The value of <see cref="RequiredVariable"/>.</param>
    /// <returns>The reason, or null: with the programs the test runs; where they are required the test runs and fails.</returns>
    public static string? ReasonToSkip(bool isInstalled, string? required)
        => isInstalled || required is "1" ? null : $"{Remedy} {RequiredVariable}=1 makes this an error.";

    /// <summary>Runs one of the programs against a server on this machine, and waits for its end.</summary>
    /// <returns>What it printed.</returns>
    /// <exception cref="InvalidOperationException">The programs are not installed, or the program has failed.</exception>
    public static async Task<string> Run(string program, int port, params string[] arguments)
    {
        if (!IsInstalled(Environment.GetEnvironmentVariable("PATH")))
            throw new InvalidOperationException(Remedy);

        ProcessEnd end = await ChildProcess.RunAsync(new ProcessStartInfo(program, ["-p", $"{port}", .. arguments]));
        string all = end.Output + end.Errors;
        return end.ExitCode == 0 ? all : throw new InvalidOperationException($"{program} has failed: {all}");
    }

    private static bool IsInstalled(string? path)
    {
        string[] folders = (path ?? "").Split(Path.PathSeparator);
        return Array.TrueForAll(
            ["redis-cli", "redis-benchmark"], program => Array.Exists(folders, folder => File.Exists(Path.Combine(folder, program))));
    }
}

/// <summary>A test that is skipped where redis-cli and redis-benchmark are not installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class RedisToolsFactAttribute : FactAttribute
{
    public RedisToolsFactAttribute() => Skip = RedisTools.SkipReason;
}
