using System.Diagnostics;

namespace PooledGen.Model.Tests;

/// <summary>Runs the model checker spin, which turns a model into a C program that visits every state; gcc compiles it.</summary>
internal static class Spin
{
    /// <summary>The environment variable that makes a missing spin an error: 1 for yes. The check before a merge sets it.</summary>
    public const string RequiredVariable = "POOLEDGEN_SPIN_REQUIRED";

    /// <summary>What is missing where the models cannot be checked, and how to get it.</summary>
    public const string Remedy = "The models are checked by spin and gcc, and PATH has not both of them. "
        + "On Debian: apt-get install --no-install-recommends spin gcc libc6-dev.";

    /// <summary>Why the tests that need spin are skipped; null where they run.</summary>
    public static string? SkipReason { get; }
        = ReasonToSkip(IsInstalled(Environment.GetEnvironmentVariable("PATH")), Environment.GetEnvironmentVariable(RequiredVariable));

    /// <summary>Says why a test that needs spin is skipped.</summary>
    /// <param name="isInstalled">Whether spin and gcc are there.</param>
    /// <param name="required">The value of <see cref="RequiredVariable"/>.</param>
    /// <returns>The reason, or null: with spin the test runs; where it is required the test runs and fails.</returns>
    public static string? ReasonToSkip(bool isInstalled, string? required)
        => isInstalled || required is "1" ? null : $"{Remedy} {RequiredVariable}=1 makes this an error.";

    /// <summary>Checks every state of a model.</summary>
    /// <param name="model">The name of its file, without the ending.</param>
    /// <param name="definitions">What the preprocessor defines, separated by spaces.</param>
    /// <param name="optimization">The option of gcc: a search that ends at the first error is shorter than the compilation that would speed it up.</param>
    /// <returns>The report of the checker.</returns>
    /// <exception cref="InvalidOperationException">The checker could not be run, or did not visit all states.</exception>
    public static string Check(string model, string definitions, string optimization)
    {
        if (!IsInstalled(Environment.GetEnvironmentVariable("PATH")))
            throw new InvalidOperationException(Remedy);

        DirectoryInfo folder = Directory.CreateTempSubdirectory("PooledGen.Model.");
        try
        {
            foreach (string file in Directory.GetFiles(Files.Models, "*.pml"))
                File.Copy(file, Path.Combine(folder.FullName, Path.GetFileName(file)));

            string[] options = [.. definitions.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(static name => "-D" + name)];
            Run(folder, "spin", ["-a", .. options, model + ".pml"]);
            Run(folder, "gcc", [optimization, "-w", "-DSAFETY", "-o", "pan", "pan.c"]);
            string report = Run(folder, Path.Combine(folder.FullName, "pan"), ["-m1000000"]);
            if (!report.Contains("errors: ", StringComparison.Ordinal) || report.Contains("max search depth", StringComparison.Ordinal))
                throw new InvalidOperationException($"The checker has not visited all states of {model}:\n{report}");

            return report;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static bool IsInstalled(string? path)
    {
        string[] folders = (path ?? "").Split(Path.PathSeparator);
        return Array.TrueForAll(["spin", "gcc"], program => Array.Exists(folders, folder => File.Exists(Path.Combine(folder, program))));
    }

    private static string Run(DirectoryInfo folder, string program, string[] arguments)
    {
        ProcessEnd end = ChildProcess.RunAsync(new ProcessStartInfo(program, arguments) { WorkingDirectory = folder.FullName }).GetAwaiter().GetResult();
        string all = end.Output + end.Errors;
        return end.ExitCode == 0 ? all : throw new InvalidOperationException($"{program} {string.Join(' ', arguments)} has failed:\n{all}");
    }
}

/// <summary>A test with data that is skipped where spin is not installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class SpinTheoryAttribute : TheoryAttribute
{
    public SpinTheoryAttribute() => Skip = Spin.SkipReason;
}
