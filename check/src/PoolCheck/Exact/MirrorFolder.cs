using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json.Nodes;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck;

/// <summary>
/// A folder beside the folder of a program, at the same depth, from which the program runs: its assemblies are woven, and all other files are those of the
/// program by a second name. No file of the program changes.
/// </summary>
/// <remarks>
/// A second name (a hard link) does not refer to the first one: the host, the loader and the program see a file of the mirror and look for its neighbours
/// there. Through a symbolic link the host would find the original folder.
/// <para>A mirror belongs to the folder that it lies beside, and not to the one that it was made for: both may have been copied or moved since then.</para>
/// </remarks>
internal static class MirrorFolder
{
    /// <summary>The file in the mirror's own folder with two texts for each entry of the mirror: its path and its state. A whole mirror has it.</summary>
    public const string List = "files";

    // A dot and the name of the program's folder stand before it: the SDK takes no sources from a folder whose name begins with a dot. What follows is always
    // different, because one folder may have several paths, by links and by upper and lower case.
    private const string Middle = ".poolcheck-";

    // The name of a mirror that lies among the temporary files begins so.
    private const string Elsewhere = "dotnet-poolcheck-mirror-";

    private const string Dependencies = ".deps.json";

    private static readonly StringComparison s_comparison = OperatingSystem.IsLinux() ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase;

    // All that can be read, with the names that begin with a dot.
    private static readonly EnumerationOptions s_readable = new() { IgnoreInaccessible = true, AttributesToSkip = FileAttributes.None };

    // The time between the first file of a mirror and the one before is a moment, unless the run was killed in it.
    private static readonly TimeSpan s_beginning = TimeSpan.FromMinutes(1);

    /// <summary>Makes the mirror of a folder, after it has removed those of runs that were killed.</summary>
    /// <param name="original">The folder of the program.</param>
    /// <param name="run">The folder of the run.</param>
    /// <param name="weave">
    /// Weaves an assembly: gets its file and the folder for the woven files, and returns null if it has woven it. Otherwise it returns the reason, which is
    /// empty if the report does not show it.
    /// </param>
    /// <param name="tell">Gets a line about each mirror that was left, and about a mirror that lies elsewhere.</param>
    /// <returns>The path of the mirror.</returns>
    /// <exception cref="IOException">The mirror cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder of the mirror cannot be written.</exception>
    public static string Create(string original, string run, Func<string, string, string?> weave, Action<string> tell)
    {
        if (File.Exists(Path.Combine(original, "dotnet.dll")))
            throw new IOException("the program is a part of the SDK. If it is a test host, add Microsoft.NET.Test.Sdk to the test project.");

        foreach (string left in FindLeft(original))
            MirrorRemoval.TryRemove(left, isLeft: true, tell);

        string mirror = CreateFolder(original, tell);
        try
        {
            Fill(mirror, original, run, weave);
            return mirror;
        }
        catch
        {
            // For example no room on the disk.
            Directory.Delete(mirror, recursive: true);
            throw;
        }
    }

    /// <summary>The folder of the program that a mirror belongs to.</summary>
    /// <param name="mirror">The path of the mirror.</param>
    /// <param name="recorded">The folder that it was made for.</param>
    // The folder for temporary files is not copied together with the program.
    public static string ProgramOf(string mirror, string recorded)
    {
        string name = Path.GetFileName(mirror);
        return name.StartsWith(Elsewhere, StringComparison.Ordinal) ? recorded
            : Path.Combine(Path.GetDirectoryName(mirror)!, name[1..name.LastIndexOf(Middle, StringComparison.Ordinal)]);
    }

    /// <summary>The assemblies of a program, by their paths below its folder. Those below the folder of another program belong to that one.</summary>
    public static IEnumerable<string> AssembliesOf(string folder)
        => FoldersOf(folder).SelectMany(static each => Directory.EnumerateFiles(each, "*.dll", s_readable))
            .Where(static file => !file.EndsWith(".resources.dll", StringComparison.OrdinalIgnoreCase))
            .Select(file => Path.GetRelativePath(folder, file));

    /// <summary>Where a link leads, and when a file was written.</summary>
    public static string StateOf(FileSystemInfo file) => file.LinkTarget ?? file.LastWriteTimeUtc.Ticks.ToString(CultureInfo.InvariantCulture);

    /// <summary>Whether a file is the tool's, and not the program's.</summary>
    /// <param name="mirror">The mirror.</param>
    /// <param name="path">The path of the file below the mirror.</param>
    public static bool IsOurs(string mirror, string path)
        => path is HookContract.MirrorFolder or HookContract.GuardFile
            || (path.EndsWith(Dependencies, StringComparison.Ordinal) && Path.GetFileName(path) == path)
            || (Path.GetExtension(path) is ".dll" or ".pdb"
                && File.Exists(Path.Combine(mirror, HookContract.MirrorFolder, Path.ChangeExtension(path, SiteTable.Extension))));

    // The mirrors of a folder whose runs have ended without removing them, and those beside it whose own folder is gone.
    private static List<string> FindLeft(string original)
    {
        List<string> mirrors = [];
        if (Path.GetDirectoryName(original) is { } parent)
        {
            mirrors.AddRange(FoldersIn(parent, ".*" + Middle + "*").Where(mirror => IsMirror(mirror) && ProgramOf(mirror, "") is var program
                && (Path.GetFileName(program).Equals(Path.GetFileName(original), s_comparison) || !Directory.Exists(program))));
        }

        mirrors.AddRange(FoldersIn(Path.GetTempPath(), Elsewhere + "*").Where(mirror => RecordedIn(mirror) is [var recorded, ..] && recorded == original));
        return [.. mirrors.Where(IsLeft)];
    }

    // A program may have the right to start in a folder, and not to list what lies beside.
    private static string[] FoldersIn(string folder, string pattern)
    {
        try
        {
            return Directory.GetDirectories(folder, pattern);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static bool IsLeft(string mirror) => RecordedIn(mirror) switch
    {
        null => false,
        [_, var run, ..] => Remains.IsFree(Path.Combine(run, HookContract.RunFile)),
        _ => Directory.GetLastWriteTimeUtc(mirror) < DateTime.UtcNow - s_beginning,
    };

    // What a mirror's description says, which is nothing if its run was killed at the beginning, or begins at this moment. Null if the mirror is another
    // account's, or is removed at this moment.
    private static string[]? RecordedIn(string mirror)
    {
        try
        {
            string description = Path.Combine(mirror, HookContract.MirrorFolder, HookContract.MirrorFile);
            return !Remains.IsOfThisUser(mirror) ? null : File.Exists(description) ? File.ReadAllLines(description) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    // Beside the program, so that ".." leads to the same folders. Where this account cannot write there, in a new folder that no other account can write.
    private static string CreateFolder(string original, Action<string> tell)
    {
        string reason = "it is the root of the file system.";
        try
        {
            if (Path.GetDirectoryName(original) is { } parent)
                return Directory.CreateDirectory(Path.Combine(parent, "." + Path.GetFileName(original) + Middle + Path.GetRandomFileName())).FullName;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            reason = e.Message;
        }

        string mirror = Directory.CreateTempSubdirectory(Elsewhere).FullName;
        tell($"The program in {original} runs from {mirror}, because no folder can be made beside its own: {reason}");
        return mirror;
    }

    private static void Fill(string mirror, string original, string run, Func<string, string, string?> weave)
    {
        string own = Directory.CreateDirectory(Path.Combine(mirror, HookContract.MirrorFolder)).FullName;
        string description = Path.Combine(own, HookContract.MirrorFile);

        // From now on the next run can remove it.
        File.WriteAllLines(description, [original, run]);
        List<string> reasons = [];
        foreach (string path in AssembliesOf(original))
        {
            string folder = Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(own, path))!).FullName;
            string? reason = weave(Path.Combine(original, path), folder);
            if (reason is null)
                TakeWoven(path, original, own, mirror);
            else if (reason.Length > 0)
                reasons.Add($"{path}\t{reason}");
        }

        File.AppendAllLines(description, reasons);

        // The program may be one of ours, which has a guard, too.
        File.Copy(typeof(PoolGuard).Assembly.Location, Path.Combine(mirror, HookContract.GuardFile), overwrite: true);
        foreach (string file in Directory.EnumerateFiles(original, "*" + Dependencies))
            AddGuard(file, Path.Combine(mirror, Path.GetFileName(file)));

        Link(original, mirror);

        // By another name first, so that a list which exists is whole.
        IEnumerable<string> texts = EntriesOf(new DirectoryInfo(mirror))
            .SelectMany(entry => new[] { Path.GetRelativePath(mirror, entry.FullName), StateOf(entry) });
        string list = Path.Combine(own, List), unfinished = list + ".next";
        File.WriteAllText(unfinished, string.Join(HookContract.Separator, texts));
        File.Move(unfinished, list);
    }

    // The host finds only the assemblies that are listed, and a process that the program starts may not have the hook, which loads the guard.
    private static void AddGuard(string file, string target)
    {
        JsonNode? root = JsonNode.Parse(File.ReadAllText(file));
        string name = Path.ChangeExtension(HookContract.GuardFile, null) + "/1.0.0";
        if ((string?)root?["runtimeTarget"]?["name"] is not { } runtime || root["targets"]?[runtime] is not JsonObject assemblies
            || root["libraries"] is not JsonObject libraries)
        {
            return;
        }

        assemblies[name] = new JsonObject { ["runtime"] = new JsonObject { [HookContract.GuardFile] = new JsonObject() } };
        libraries[name] = new JsonObject { ["type"] = "project", ["serviceable"] = false, ["sha512"] = "" };
        File.WriteAllText(target, root.ToJsonString());
        File.SetLastWriteTimeUtc(target, File.GetLastWriteTimeUtc(file));
    }

    // The folder of a program with those below it. Links may lead around in a circle.
    private static IEnumerable<string> FoldersOf(string folder)
        => Directory.EnumerateDirectories(folder, "*", s_readable)
            .Where(static inner => new DirectoryInfo(inner).LinkTarget is null && !IsMirror(inner) && !HasProgram(inner))
            .SelectMany(FoldersOf).Prepend(folder);

    // A program below the program's folder gets a mirror of its own when it starts. A plug-in has these settings, too, but nothing starts it.
    private static bool HasProgram(string folder)
        => Directory.EnumerateFiles(folder, "*.runtimeconfig.json", s_readable)
            .Any(static settings => AssemblyFile.IsProgram(settings.Replace(".runtimeconfig.json", ".dll", StringComparison.Ordinal)));

    // Beside a program below the program's folder.
    private static bool IsMirror(string folder)
        => Path.GetFileName(folder) is ['.', .. var name] && name.Contains(Middle, StringComparison.Ordinal);

    // The woven files get the times of the originals: a program may look at them.
    private static void TakeWoven(string path, string original, string own, string mirror)
    {
        foreach (string file in new[] { path, Path.ChangeExtension(path, ".pdb") })
        {
            string woven = Path.Combine(own, file), target = Path.Combine(mirror, file);
            if (!File.Exists(woven) || !File.Exists(Path.Combine(original, file)))
                continue;

            File.SetLastWriteTimeUtc(woven, File.GetLastWriteTimeUtc(Path.Combine(original, file)));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Move(woven, target);
        }
    }

    // Gives all files of a folder a second name in the mirror, but those that are there already. A relative link leads to the mirror's file, unless it begins
    // with "..": that one leads to the original.
    private static void Link(string original, string mirror)
    {
        foreach (FileSystemInfo entry in new DirectoryInfo(original).EnumerateFileSystemInfos().Where(static entry => !IsMirror(entry.Name)))
        {
            string name = Path.Combine(mirror, entry.Name);
            if (entry is DirectoryInfo && Directory.Exists(name))
                Link(entry.FullName, name);
            else if (Path.Exists(name))
                continue;
            else if (entry.LinkTarget is { } target && !OperatingSystem.IsWindows())
                File.CreateSymbolicLink(name, target.StartsWith("..", StringComparison.Ordinal) ? Path.GetFullPath(target, original) : target);
            else if (entry is DirectoryInfo)
                LinkFolder(entry.FullName, name);
            else if (!TryLink((FileInfo)entry, name))
                Copy((FileInfo)entry, name);
        }
    }

    // Windows removes no file that is read-only, and a second name would have the attribute, too.
    private static void Copy(FileInfo original, string name)
    {
        FileInfo copy = original.CopyTo(name);
        if (OperatingSystem.IsWindows())
            copy.IsReadOnly = false;
    }

    // A folder has one name only, and nothing in it is woven, so a reference will do. Windows wants a right for that.
    private static void LinkFolder(string original, string mirror)
    {
        try
        {
            Directory.CreateSymbolicLink(mirror, original);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Directory.CreateDirectory(mirror);
            Link(original, mirror);
        }
    }

    private static bool TryLink(FileInfo original, string name)
        => OperatingSystem.IsWindows() ? !original.IsReadOnly && CreateHardLink(name, original.FullName, 0) : CreateHardLink(original.FullName, name) == 0;

    // With links, but not with what is in the folders that they lead to.
    private static IEnumerable<FileSystemInfo> EntriesOf(DirectoryInfo folder)
        => folder.EnumerateFileSystemInfos()
            .SelectMany(static entry => entry is DirectoryInfo { LinkTarget: null } inner ? EntriesOf(inner).Prepend(entry) : [entry]);

    [DllImport("libc", EntryPoint = "link")]
    private static extern int CreateHardLink(
        [MarshalAs(UnmanagedType.LPUTF8Str)] string file, [MarshalAs(UnmanagedType.LPUTF8Str)] string name);

    [DllImport("kernel32", EntryPoint = "CreateHardLinkW", CharSet = CharSet.Unicode)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool CreateHardLink(string name, string file, nint reserved);
}
