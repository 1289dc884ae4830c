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
/// </remarks>
internal static class MirrorFolder
{
    // Before it stand a dot, because the SDK takes no sources from such a folder, and the name of the program's folder. What follows it differs always: one
    // folder may have several paths, by links and by upper and lower case.
    private const string Middle = ".poolcheck-";

    // The file in the mirror's own folder with two texts for each file and link of the mirror: its path and its state. It is there when the mirror is whole.
    private const string Files = "files";

    private const string Dependencies = ".deps.json";

    /// <summary>Makes the mirror of a folder, after it has removed those of runs that were killed.</summary>
    /// <param name="original">The folder of the program.</param>
    /// <param name="run">The folder of the run.</param>
    /// <param name="weave">
    /// Weaves an assembly: gets its file and the folder for the woven files, and returns null if it has woven it. Otherwise it returns the reason, which is
    /// empty if the report does not show it.
    /// </param>
    /// <returns>The path of the mirror.</returns>
    /// <exception cref="IOException">The mirror cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder of the mirror cannot be written.</exception>
    public static string Create(string original, string run, Func<string, string, string?> weave)
    {
        string name = "." + Path.GetFileName(original) + Middle;
        string parent = Path.GetDirectoryName(original)
            ?? throw new IOException("the program lies in the root of the file system, and a folder beside that is needed.");
        if (File.Exists(Path.Combine(original, "dotnet.dll")))
            throw new IOException("the program is a part of the SDK. If it is a test host, add Microsoft.NET.Test.Sdk to the test project.");

        foreach (string left in Directory.EnumerateDirectories(parent, name + "*").Where(IsLeft))
            TryRemove(left);

        string mirror = Path.Combine(parent, name + Path.GetRandomFileName());
        try
        {
            Fill(mirror, original, run, weave);
            return mirror;
        }
        catch
        {
            // For example no room on the disk.
            if (Directory.Exists(mirror))
                Directory.Delete(mirror, recursive: true);

            throw;
        }
    }

    private static void Fill(string mirror, string original, string run, Func<string, string, string?> weave)
    {
        string own = Directory.CreateDirectory(Path.Combine(mirror, HookContract.MirrorFolder)).FullName;
        using StreamWriter description = File.CreateText(Path.Combine(own, HookContract.MirrorFile));
        description.WriteLine(original);
        description.WriteLine(run);

        // From now on the next run can remove it.
        description.Flush();
        foreach (string file in Directory.EnumerateFiles(original, "*.dll"))
        {
            string? reason = weave(file, own);
            if (reason is null)
                TakeWoven(file, own, mirror);
            else if (reason.Length > 0)
                description.WriteLine($"{Path.GetFileName(file)}\t{reason}");
        }

        // The program may be one of ours, which has a guard, too.
        File.Copy(typeof(PoolGuard).Assembly.Location, Path.Combine(mirror, HookContract.GuardFile), overwrite: true);
        foreach (string file in Directory.EnumerateFiles(original, "*" + Dependencies))
            AddGuard(file, Path.Combine(mirror, Path.GetFileName(file)));

        Link(original, mirror);

        IEnumerable<string> texts = FilesIn(new DirectoryInfo(mirror)).SelectMany(file => new[] { Path.GetRelativePath(mirror, file.FullName), StateOf(file) });

        // By another name first, so that a list which exists is whole.
        string list = Path.Combine(own, Files), unfinished = list + ".next";
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

    /// <summary>
    /// Removes a mirror. What the program has written there moves to the program's own folder, and what it has deleted there is deleted.
    /// </summary>
    /// <returns>False if a process still runs from it, or a file cannot be moved. A later run tries again.</returns>
    public static bool TryRemove(string mirror)
    {
        string file = Path.Combine(mirror, HookContract.MirrorFolder, HookContract.MirrorFile);
        try
        {
            if (!IsFree(file))
                return false;

            string original = File.ReadLines(file).First();
            string list = Path.Combine(mirror, HookContract.MirrorFolder, Files);

            // Without the list no program has run from here, or all that it did was taken over before.
            if (Directory.Exists(original) && File.Exists(list))
            {
                Dictionary<string, string> known = ReadFiles(list);
                DeleteDeleted(mirror, original, known);
                MoveWritten(mirror, original, "", known);
            }

            // First the list: if the removal is interrupted, the next one must not take the files that are gone for files that the program has deleted.
            File.Delete(list);
            Directory.Delete(mirror, recursive: true);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    // Whether the run of a mirror has ended without removing it.
    private static bool IsLeft(string mirror)
    {
        try
        {
            string[] lines = File.ReadAllLines(Path.Combine(mirror, HookContract.MirrorFolder, HookContract.MirrorFile));
            return lines.Length > 1 && IsFree(Path.Combine(lines[1], HookContract.RunFile));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another run makes it at this moment.
            return false;
        }
    }

    // Whether no process has the file open.
    private static bool IsFree(string file)
    {
        try
        {
            File.Open(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
            return true;
        }
        catch (IOException e)
        {
            return e is FileNotFoundException or DirectoryNotFoundException;
        }
    }

    // The woven files get the times of the originals: a program may look at them.
    private static void TakeWoven(string file, string own, string mirror)
    {
        foreach (string extension in new[] { ".dll", ".pdb" })
        {
            string original = Path.ChangeExtension(file, extension), woven = Path.Combine(own, Path.GetFileName(original));
            if (!File.Exists(woven) || !File.Exists(original))
                continue;

            File.SetLastWriteTimeUtc(woven, File.GetLastWriteTimeUtc(original));
            File.Move(woven, Path.Combine(mirror, Path.GetFileName(original)));
        }
    }

    // Gives all files of a folder a second name in the mirror, but those that are there already.
    private static void Link(string original, string mirror)
    {
        foreach (FileSystemInfo entry in new DirectoryInfo(original).EnumerateFileSystemInfos())
        {
            string name = Path.Combine(mirror, entry.Name);
            if (Path.Exists(name))
                continue;

            if (entry.LinkTarget is { } target && !OperatingSystem.IsWindows())
                File.CreateSymbolicLink(name, target);
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
    private static IEnumerable<FileSystemInfo> FilesIn(DirectoryInfo folder)
        => folder.EnumerateFileSystemInfos().SelectMany(static entry => entry is DirectoryInfo { LinkTarget: null } inner ? FilesIn(inner) : [entry]);

    // Where a link leads, and when a file was written.
    private static string StateOf(FileSystemInfo file) => file.LinkTarget ?? file.LastWriteTimeUtc.Ticks.ToString(CultureInfo.InvariantCulture);

    private static Dictionary<string, string> ReadFiles(string list)
        => File.ReadAllText(list).Split(HookContract.Separator).Chunk(2).ToDictionary(static file => file[0], static file => file[1]);

    // A mirror without its woven assemblies was damaged, and not by the program.
    private static void DeleteDeleted(string mirror, string original, Dictionary<string, string> known)
    {
        string own = Path.Combine(mirror, HookContract.MirrorFolder);
        if (Directory.EnumerateFiles(own, "*" + SiteTable.Extension)
            .Any(table => !File.Exists(Path.Combine(mirror, Path.GetFileNameWithoutExtension(table) + ".dll"))))
        {
            return;
        }

        foreach ((string path, string state) in known)
        {
            var file = new FileInfo(Path.Combine(original, path));
            if (!Path.Exists(Path.Combine(mirror, path)) && file.Exists && StateOf(file) == state)
                file.Delete();
        }
    }

    // What is new, has taken the place of a file that is as it was, or is newer than the file of the program. What the program has only deleted in its own
    // folder does not come back, and what is ours stays, whatever has become of the originals meanwhile.
    private static void MoveWritten(string mirror, string original, string folder, Dictionary<string, string> known)
    {
        foreach (FileSystemInfo entry in new DirectoryInfo(Path.Combine(mirror, folder)).EnumerateFileSystemInfos())
        {
            string path = Path.Combine(folder, entry.Name), name = Path.Combine(original, path);
            if (folder.Length == 0 && IsOurs(mirror, entry.Name))
                continue;

            if (entry is DirectoryInfo { LinkTarget: null })
            {
                Directory.CreateDirectory(name);
                MoveWritten(mirror, original, path, known);
            }
            else if (entry is FileInfo file
                && (!known.TryGetValue(path, out string? state) || StateOf(file) != state)
                && (!File.Exists(name) || StateOf(new FileInfo(name)) == state || file.LastWriteTimeUtc > File.GetLastWriteTimeUtc(name)))
            {
                file.MoveTo(name, overwrite: true);
            }
        }
    }

    private static bool IsOurs(string mirror, string name)
        => name is HookContract.MirrorFolder or HookContract.GuardFile
            || name.EndsWith(Dependencies, StringComparison.Ordinal)
            || (Path.GetExtension(name) is ".dll" or ".pdb"
                && File.Exists(Path.Combine(mirror, HookContract.MirrorFolder, Path.ChangeExtension(name, SiteTable.Extension))));

    [DllImport("libc", EntryPoint = "link")]
    private static extern int CreateHardLink(
        [MarshalAs(UnmanagedType.LPUTF8Str)] string file, [MarshalAs(UnmanagedType.LPUTF8Str)] string name);

    [DllImport("kernel32", EntryPoint = "CreateHardLinkW", CharSet = CharSet.Unicode)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool CreateHardLink(string name, string file, nint reserved);
}
