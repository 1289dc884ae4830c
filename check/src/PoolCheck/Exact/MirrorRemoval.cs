using System.Security.Cryptography;

namespace PooledGen.PoolCheck;

/// <summary>
/// Removes a mirror. What the program has written there moves to the program's own folder, and what it has deleted there is deleted. No file is overwritten
/// or deleted that is not as it was when the mirror was made.
/// </summary>
internal sealed class MirrorRemoval
{
    private readonly string _mirror;
    private readonly string _program;
    private readonly Action<string> _tell;

    // The states of the entries when the mirror was made, by their paths.
    private readonly Dictionary<string, string> _known;

    // False in a copy of a mirror: most tools that copy give their files other times, so that the times say nothing.
    private readonly bool _hasItsTimes;
    private int _moved;

    private MirrorRemoval(string mirror, string program, Dictionary<string, string> known, Action<string> tell)
    {
        (_mirror, _program, _known, _tell) = (mirror, program, known, tell);

        // No process writes this file after the list has its state.
        string description = Path.Combine(HookContract.MirrorFolder, HookContract.MirrorFile);
        _hasItsTimes = known.TryGetValue(description, out string? state) && MirrorFolder.StateOf(new FileInfo(Path.Combine(mirror, description))) == state;
    }

    /// <summary>Removes a mirror.</summary>
    /// <param name="mirror">The path of the mirror.</param>
    /// <param name="isLeft">Whether its run was killed.</param>
    /// <param name="tell">Gets a line about what a person should know.</param>
    /// <returns>False if a process still runs from it, or what the program has written cannot be moved. A later run tries again.</returns>
    public static bool TryRemove(string mirror, bool isLeft, Action<string> tell)
    {
        string own = Path.Combine(mirror, HookContract.MirrorFolder), list = Path.Combine(own, MirrorFolder.List);
        try
        {
            string written = "";
            using (FileStream? claim = Claim(Path.Combine(own, HookContract.MirrorFile)))
            {
                // Without the list no program has run from here, or all that it did was taken over before.
                if (claim is not null && File.Exists(list))
                {
                    using var reader = new StreamReader(claim, leaveOpen: true);
                    string recorded = reader.ReadLine() ?? "", program = MirrorFolder.ProgramOf(mirror, recorded);
                    var removal = new MirrorRemoval(mirror, program, Read(list), tell);
                    if (!removal.TryTakeOver(isWhereItWasMade: recorded == program))
                        return false;

                    if (removal._moved > 0)
                        written = $" {Plural.Subject(removal._moved, "file")} moved to {program}, because its program had written there.";
                }

                // First the list: if the removal is interrupted, the next one must not take the files that are gone for files that the program has deleted.
                if (File.Exists(list))
                    File.Delete(list);
            }

            Directory.Delete(mirror, recursive: true);
            if (isLeft)
                tell($"Removed {mirror}, which a run that was killed had left.{written}");

            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            if (!Directory.Exists(mirror))
                return true;

            tell($"{mirror} stays until the next run of this program with --exact: {e.Message}");
            return false;
        }
    }

    // Each process that runs from the mirror has its description open. Another run that removes the mirror at the same time would take the files that this one
    // has removed for files that the program has deleted.
    private static FileStream? Claim(string description)
        => File.Exists(description) ? new FileStream(description, FileMode.Open, FileAccess.ReadWrite, FileShare.None) : null;

    private static Dictionary<string, string> Read(string list)
        => File.ReadAllText(list).Split(HookContract.Separator).Chunk(2).ToDictionary(static entry => entry[0], static entry => entry[1]);

    private bool TryTakeOver(bool isWhereItWasMade)
    {
        string[] written = [.. WrittenIn("")];
        if (!Directory.Exists(_program))
        {
            if (written.Length == 0)
                return true;

            _tell($"{_mirror} stays, because {_program} is gone. Its program had written {Plural.Of(written.Length, "file")} there, such as {written[0]}.");
            return false;
        }

        if (isWhereItWasMade && _hasItsTimes && IsWhole())
            DeleteDeleted();

        foreach (string path in written)
            Move(path);

        return true;
    }

    // A mirror without its woven assemblies was damaged, and not by the program.
    private bool IsWhole()
    {
        string own = Path.Combine(_mirror, HookContract.MirrorFolder);
        return Directory.EnumerateFiles(own, "*" + SiteTable.Extension, SearchOption.AllDirectories)
            .All(table => File.Exists(Path.Combine(_mirror, Path.ChangeExtension(Path.GetRelativePath(own, table), ".dll"))));
    }

    private void DeleteDeleted()
    {
        foreach ((string path, string state) in _known)
        {
            var file = new FileInfo(Path.Combine(_program, path));
            if (!Path.Exists(Path.Combine(_mirror, path)) && file.Exists && MirrorFolder.StateOf(file) == state)
                file.Delete();
        }
    }

    // What the program has only deleted in its own folder does not come back, and what is ours stays, whatever has become of the originals meanwhile.
    private IEnumerable<string> WrittenIn(string folder)
    {
        foreach (FileSystemInfo entry in new DirectoryInfo(Path.Combine(_mirror, folder)).EnumerateFileSystemInfos())
        {
            string path = Path.Combine(folder, entry.Name);
            if (MirrorFolder.IsOurs(_mirror, path))
                continue;

            if (entry is not DirectoryInfo { LinkTarget: null })
            {
                if (IsWritten(entry, path))
                    yield return path;

                continue;
            }

            bool isEmpty = true;
            foreach (string inner in WrittenIn(path))
            {
                isEmpty = false;
                yield return inner;
            }

            if (isEmpty && !_known.ContainsKey(path))
                yield return path;
        }
    }

    private bool IsWritten(FileSystemInfo entry, string path)
        => !_known.TryGetValue(path, out string? state)
            || (_hasItsTimes ? MirrorFolder.StateOf(entry) != state : File.Exists(Path.Combine(_program, path)) && !IsSame(path));

    private void Move(string path)
    {
        string source = Path.Combine(_mirror, path), target = Path.Combine(_program, path);
        FileInfo file = new(source), own = new(target);
        if (!Path.Exists(target) && !own.Exists)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            MoveTo(target);
        }
        else if (Directory.Exists(source) ? Directory.Exists(target) : IsSame(path))
        {
            return;
        }
        else if (_hasItsTimes && own.Exists && _known.TryGetValue(path, out string? state) && MirrorFolder.StateOf(own) == state)
        {
            MoveTo(target);
        }
        else
        {
            string beside = $"{target}.poolcheck-{Path.GetRandomFileName()}";
            MoveTo(beside);
            _tell($"{target} is not what the program has written by way of {_mirror}. That is now in {beside}.");
        }

        _moved++;

        void MoveTo(string name)
        {
            if (!Directory.Exists(source))
                file.MoveTo(name, overwrite: true);
            else if (file.LinkTarget is { } folder)
                Directory.CreateSymbolicLink(name, folder);
            else
                Directory.CreateDirectory(name);
        }
    }

    // What is empty is not opened: it may be a pipe, and wait for ever.
    private bool IsSame(string path)
    {
        FileInfo file = new(Path.Combine(_mirror, path)), own = new(Path.Combine(_program, path));
        if (!own.Exists || file.LinkTarget is not null || own.LinkTarget is not null)
            return own.Exists && file.LinkTarget == own.LinkTarget;

        if (file.Length != own.Length || file.Length == 0)
            return file.Length == own.Length;

        using FileStream written = file.OpenRead(), known = own.OpenRead();
        return SHA256.HashData(written).AsSpan().SequenceEqual(SHA256.HashData(known));
    }
}
