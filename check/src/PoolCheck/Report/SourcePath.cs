using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck;

/// <summary>The form of a source path that code hosts know: from the root of the repository on, with slashes.</summary>
internal static partial class SourcePath
{
    /// <summary>The folder that the paths of a report begin at.</summary>
    public static string Root { get; } = RootOf(Environment.CurrentDirectory, Environment.GetEnvironmentVariable("GITHUB_WORKSPACE"));

    /// <summary>
    /// The root of the repository that a folder lies in. A submodule of the workspace belongs to the workspace's repository, which is the one that shows
    /// annotations; a repository that was checked out into a folder of the workspace has a root of its own.
    /// </summary>
    /// <param name="folder">The folder.</param>
    /// <param name="workspace">The folder that the workflow has checked the repository out to; null if there is none.</param>
    public static string RootOf(string folder, string? workspace)
    {
        workspace = string.IsNullOrEmpty(workspace) || From(workspace, folder) is null ? null : Path.GetFullPath(workspace);
        if (workspace is not null && IsRepository(workspace))
            return workspace;

        for (DirectoryInfo? each = new(folder); each is not null; each = each.Parent)
        {
            if (IsRepository(each.FullName))
                return each.FullName;
        }

        return workspace ?? folder;

        // A submodule and a worktree have a file of this name.
        static bool IsRepository(string folder) => Path.Exists(Path.Combine(folder, ".git"));
    }

    /// <summary>The path from the root of the repository if the file lies in it, with slashes; otherwise the path as it is.</summary>
    /// <param name="file">The path that the symbols have.</param>
    public static string Relative(string file) => Relative(Root, file);

    /// <summary>The same for another root.</summary>
    public static string Relative(string root, string file)
    {
        string real = Resolve(root, file);
        return (From(root, real) ?? real).Replace('\\', '/');
    }

    /// <summary>The address of a path. It may have a percent sign, which an address would read as the begin of a code.</summary>
    public static string ToUri(string path)
    {
        string escaped = string.Join('/', path.Replace('\\', '/').Split('/').Select(Uri.EscapeDataString));
        return IsRelative(path) ? escaped : path.StartsWith('/') ? $"file://{escaped}" : $"file:///{escaped.Replace("%3A", ":", StringComparison.Ordinal)}";
    }

    /// <summary>Whether a path of <see cref="Relative(string)"/> begins at the root.</summary>
    public static bool IsRelative(string path) => !Path.IsPathRooted(path) && !path.Contains(':', StringComparison.Ordinal);

    private static string? From(string folder, string file)
    {
        string relative = Path.GetRelativePath(folder, file);
        return relative == ".." || relative.StartsWith(".." + Path.DirectorySeparatorChar, StringComparison.Ordinal) || Path.IsPathRooted(relative)
            ? null : relative;
    }

    // A deterministic build writes /_/ for the folder of the repository, and /_1/ and so on for those of its submodules. A package may have been built so, too,
    // and its files are not there.
    private static string Resolve(string root, string file)
    {
        if (MappedRoot().Match(file) is not { Success: true } mapped)
            return file;

        string rest = file[mapped.Length..];
        IEnumerable<string> folders = mapped.Value == "/_/" ? SubmodulesOf(root).Prepend(root) : SubmodulesOf(root).Append(root);
        return folders.Select(folder => Path.Combine(folder, rest)).FirstOrDefault(File.Exists) ?? file;
    }

    private static IEnumerable<string> SubmodulesOf(string root)
    {
        string list = Path.Combine(root, ".gitmodules");
        return File.Exists(list)
            ? File.ReadLines(list).Select(static line => SubmodulePath().Match(line)).Where(static line => line.Success)
                .Select(line => Path.Combine(root, line.Groups[1].Value))
            : [];
    }

    [GeneratedRegex(@"^/_\d*/")]
    private static partial Regex MappedRoot();

    [GeneratedRegex(@"^\s*path\s*=\s*(.+?)\s*$")]
    private static partial Regex SubmodulePath();
}
