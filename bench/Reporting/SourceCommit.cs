using System.Diagnostics;

namespace PooledGen.Bench.Reporting;

/// <summary>Names the source code that a result belongs to.</summary>
internal static class SourceCommit
{
    /// <summary>
    /// The commit that is checked out, with "-dirty" after it when a file differs from that commit. Recorded results and pages do not count, because
    /// recording changes them. "unknown" where the program does not lie in a repository.
    /// </summary>
    public static string Current { get; } = Read();

    private static string Read()
    {
        try
        {
            string commit = Git("rev-parse", "HEAD").Trim();
            bool isDirty = Git("status", "--porcelain", "--", ":/", ":(top,exclude)bench/results", ":(top,exclude)docs", ":(top,exclude)*.md").Length > 0;
            return isDirty ? $"{commit}-dirty" : commit;
        }
        catch (Exception exception) when (exception is System.ComponentModel.Win32Exception or InvalidOperationException)
        {
            return "unknown";
        }
    }

    private static string Git(params string[] arguments)
    {
        // The folder of the program lies in the repository, whatever the current folder is.
        var start = new ProcessStartInfo("git", ["-C", AppContext.BaseDirectory, .. arguments]) { RedirectStandardOutput = true };
        using Process git = Process.Start(start) ?? throw new InvalidOperationException("git did not start.");
        string output = git.StandardOutput.ReadToEnd();
        git.WaitForExit();
        return git.ExitCode == 0 ? output : throw new InvalidOperationException($"git ended with {git.ExitCode}.");
    }
}
