namespace PooledGen.PoolCheck;

/// <summary>A folder for temporary files that no other user can read.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("poolcheck-");

    /// <summary>How to choose another disk.</summary>
    public static string Advice => $"{(OperatingSystem.IsWindows() ? "TMP" : "TMPDIR")} names another folder.";

    /// <summary>Its path.</summary>
    public string Path => _folder.FullName;

    /// <summary>Removes the folder with its files.</summary>
    public void Dispose()
    {
        try
        {
            _folder.Delete(recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A process that outlives the command still writes there, or a signal has removed it. The report matters more.
        }
    }
}
