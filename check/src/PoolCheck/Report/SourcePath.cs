namespace PooledGen.PoolCheck;

/// <summary>The form of a source path that code hosts know.</summary>
internal static class SourcePath
{
    // A build with ContinuousIntegrationBuild writes this instead of the folder of the repository.
    private const string DeterministicRoot = "/_/";

    /// <summary>The path from the current folder if the file lies in it, with slashes; otherwise the path as it is.</summary>
    public static string Relative(string file)
    {
        if (file.StartsWith(DeterministicRoot, StringComparison.Ordinal))
            return file[DeterministicRoot.Length..];

        string relative = Path.GetRelativePath(Environment.CurrentDirectory, file);
        return (relative.StartsWith("..", StringComparison.Ordinal) ? file : relative).Replace('\\', '/');
    }

    /// <summary>The address of a path of <see cref="Relative"/>. A path may have a percent sign, which an address would read as the begin of a code.</summary>
    public static string ToUri(string path)
    {
        string escaped = string.Join('/', path.Replace('\\', '/').Split('/').Select(Uri.EscapeDataString));
        return IsRelative(path) ? escaped : path.StartsWith('/') ? $"file://{escaped}" : $"file:///{escaped.Replace("%3A", ":", StringComparison.Ordinal)}";
    }

    /// <summary>Whether a path of <see cref="Relative"/> begins at the current folder.</summary>
    public static bool IsRelative(string path) => !Path.IsPathRooted(path) && !path.Contains(':', StringComparison.Ordinal);
}
