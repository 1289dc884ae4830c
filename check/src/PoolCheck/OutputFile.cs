namespace PooledGen.PoolCheck;

/// <summary>The files that a user asks for.</summary>
internal static class OutputFile
{
    /// <summary>Why a file cannot be written; null if nothing is known that prevents it. The file stays as it is.</summary>
    public static string? WhyNotWritable(string path)
    {
        try
        {
            var link = new FileInfo(path);
            string file = (link.LinkTarget is null ? link : link.ResolveLinkTarget(returnFinalTarget: true)!).FullName;
            if (Directory.Exists(file))
                return "It is a folder.";

            // A pipe must not be opened twice.
            if (File.Exists(file))
                return File.GetAttributes(file).HasFlag(FileAttributes.ReadOnly) ? "It is read-only." : null;

            if (!Directory.Exists(Path.GetDirectoryName(file)))
                return "Its folder does not exist.";

            using (new FileStream(file, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 1, FileOptions.DeleteOnClose))
                return null;
        }
        catch (Exception e) when (IsOfAFile(e))
        {
            return e.Message;
        }
    }

    /// <summary>Writes a file. A link stays a link.</summary>
    /// <returns>Why it could not be written; null if it was.</returns>
    public static string? TryWrite(string path, string text)
    {
        try
        {
            File.WriteAllText(path, text);
            return null;
        }
        catch (Exception e) when (IsOfAFile(e))
        {
            return e.Message;
        }
    }

    // The last two are those of paths that no file can have.
    private static bool IsOfAFile(Exception e) => e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException;
}
