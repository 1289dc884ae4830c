namespace FileTable;

internal static class Repository
{
    /// <summary>The nearest folder above the current one that holds the solution, or else the current one; relative, to keep the table narrow.</summary>
    public static string Nearest()
    {
        string current = Environment.CurrentDirectory;
        for (string? folder = current; folder is not null; folder = Path.GetDirectoryName(folder))
        {
            if (File.Exists(Path.Join(folder, "PooledGen.sln")))
                return Path.GetRelativePath(current, folder);
        }

        return ".";
    }
}
