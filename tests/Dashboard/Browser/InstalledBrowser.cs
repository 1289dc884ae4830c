namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>Finds Chromium, and decides what becomes of the tests that need it where there is none.</summary>
internal static class InstalledBrowser
{
    /// <summary>The environment variable that makes a missing browser an error: 1 for yes. The check before a merge sets it.</summary>
    public const string RequiredVariable = "POOLEDGEN_BROWSER_REQUIRED";

    private static readonly string[] s_names = ["chromium", "chromium-browser", "google-chrome"];

    /// <summary>What is missing where no browser is found, and how to get it.</summary>
    public static string Remedy { get; }
        = $"The dashboard's page is tested in Chromium, and PATH has none of {string.Join(", ", s_names)}. "
            + "On Debian: apt-get install --no-install-recommends chromium.";

    /// <summary>The browser's file; null where there is none.</summary>
    public static string? Program { get; } = Find(Environment.GetEnvironmentVariable("PATH"));

    /// <summary>Why the tests that need a browser are skipped; null where they run.</summary>
    public static string? SkipReason { get; } = ReasonToSkip(Program, Environment.GetEnvironmentVariable(RequiredVariable));

    /// <summary>Finds the first browser in the folders of a search path.</summary>
    /// <param name="path">The folders, separated as in the variable PATH; null for none.</param>
    /// <returns>The browser's file, or null.</returns>
    public static string? Find(string? path)
    {
        IEnumerable<string> candidates =
            from folder in (path ?? "").Split(Path.PathSeparator)
            from name in s_names
            select Path.Combine(folder, OperatingSystem.IsWindows() ? name + ".exe" : name);
        return candidates.FirstOrDefault(File.Exists);
    }

    /// <summary>Says why a test that needs a browser is skipped.</summary>
    /// <param name="program">The browser's file; null where there is none.</param>
    /// <param name="required">The value of <see cref="RequiredVariable"/>.</param>
    /// <returns>The reason, or null: with a browser the test runs; where one is required it runs and fails.</returns>
    public static string? ReasonToSkip(string? program, string? required)
        => program is null && required is not "1" ? $"{Remedy} {RequiredVariable}=1 makes this an error." : null;
}

/// <summary>A test that is skipped where no browser is installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class BrowserFactAttribute : FactAttribute
{
    public BrowserFactAttribute() => Skip = InstalledBrowser.SkipReason;
}

/// <summary>A test with data that is skipped where no browser is installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class BrowserTheoryAttribute : TheoryAttribute
{
    public BrowserTheoryAttribute() => Skip = InstalledBrowser.SkipReason;
}
