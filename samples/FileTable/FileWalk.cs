namespace FileTable;

/// <summary>Finds the files below the given paths, and counts what it passes over.</summary>
/// <param name="fail">Hears of each path that cannot be read, and why.</param>
internal sealed class FileWalk(Action<string, string> fail)
{
    /// <summary>Folders named .git, bin or obj: they hold what other programs wrote.</summary>
    public int SkippedFolders { get; private set; }

    /// <summary>Symbolic links: what they point to is either found anyway or not below the path, and a link to a parent has no end.</summary>
    public int SkippedLinks { get; private set; }

    /// <summary>The path itself if it is a file, every file below it if it is a folder. The path itself may be a link or have any name.</summary>
    public IEnumerable<FoundFile> Find(string path)
    {
        if (Directory.Exists(path))
            return Below(path);

        if (File.Exists(path))
            return [new FoundFile(path, IsNamed: true)];

        fail(path, "No such file or folder.");
        return [];
    }

    private IEnumerable<FoundFile> Below(string root)
    {
        var folders = new Stack<string>([root]);
        while (folders.TryPop(out string? folder))
        {
            foreach (FileSystemInfo entry in Entries(folder))
            {
                string path = Path.Join(folder, entry.Name);
                if (entry.LinkTarget is not null)
                    SkippedLinks++;
                else if (entry is FileInfo)
                    yield return new FoundFile(path, IsNamed: false);
                else if (entry.Name is ".git" or "bin" or "obj")
                    SkippedFolders++;
                else
                    folders.Push(path);
            }
        }
    }

    private FileSystemInfo[] Entries(string folder)
    {
        try
        {
            return new DirectoryInfo(folder).GetFileSystemInfos();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            fail(folder, exception.Message);
            return [];
        }
    }
}

/// <summary>A file to read.</summary>
/// <param name="Path">As the user named it, or below the folder that the user named.</param>
/// <param name="IsNamed">Whether the user named this very file.</param>
internal readonly record struct FoundFile(string Path, bool IsNamed)
{
    private static readonly FileStreamOptions s_unbuffered = new() { BufferSize = 0, Options = FileOptions.SequentialScan };

    /// <summary>Opens the file. One that was only found, and states no size, is not touched: it may be a pipe, and those wait for a writer.</summary>
    public Stream Open() => !IsNamed && new FileInfo(Path).Length == 0 ? Stream.Null : new FileStream(Path, s_unbuffered);
}
