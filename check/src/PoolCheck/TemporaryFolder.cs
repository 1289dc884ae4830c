using System.Diagnostics;

namespace PooledGen.PoolCheck;

/// <summary>A folder for temporary files that no other user can read.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    private const string Prefix = "poolcheck-";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory(Prefix);

    // A later run removes the folder, and the mirrors of this run, if this file is not open any more.
    private readonly FileStream _lock;

    /// <exception cref="IOException">The folder cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public TemporaryFolder()
        => _lock = new FileStream(System.IO.Path.Combine(Path, HookContract.RunFile), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None);

    /// <summary>How to choose another disk.</summary>
    public static string Advice => $"{(OperatingSystem.IsWindows() ? "TMP" : "TMPDIR")} names another folder.";

    /// <summary>Its path.</summary>
    public string Path => _folder.FullName;

    /// <summary>Removes the folders of runs that were killed. They have findings in them, which may show what a program wrote.</summary>
    /// <param name="tell">Gets a line for each folder.</param>
    public static void RemoveLeft(Action<string> tell)
    {
        foreach (string folder in Directory.GetDirectories(System.IO.Path.GetTempPath(), Prefix + "*").Where(IsLeft))
        {
            try
            {
                DeleteOthers(new DirectoryInfo(folder));
                Directory.Delete(folder, recursive: true);
                tell($"Removed {folder}, which a run that was killed had left, with its findings.");
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Another run removes it, too.
            }
        }
    }

    /// <summary>Removes the folder with its files.</summary>
    public void Dispose()
    {
        try
        {
            DeleteOthers(_folder);
            _lock.Dispose();
            _folder.Delete(recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A process that outlives the command still writes there, or a signal has removed it. The report matters more.
        }
        finally
        {
            _lock.Dispose();
        }
    }

    // The file of the run last: a later run does not remove a folder without it.
    private static void DeleteOthers(DirectoryInfo folder)
    {
        foreach (FileSystemInfo entry in folder.EnumerateFileSystemInfos().Where(static entry => entry.Name != HookContract.RunFile))
        {
            if (entry is DirectoryInfo { LinkTarget: null } inner)
                inner.Delete(recursive: true);
            else
                entry.Delete();
        }
    }

    // A folder without the file is one that a run makes at this moment. The processes of a tool that was killed may still write their findings.
    private static bool IsLeft(string folder)
    {
        try
        {
            string file = System.IO.Path.Combine(folder, HookContract.RunFile);
            if (!Remains.IsOfThisUser(folder) || !File.Exists(file) || !Remains.IsFree(file))
                return false;

            IReadOnlyList<Process> running = new AgentFolder(folder).Running();
            foreach (Process process in running)
                process.Dispose();

            return running.Count == 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
