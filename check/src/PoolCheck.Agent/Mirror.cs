using System.Runtime.Loader;

namespace PooledGen.PoolCheck;

/// <summary>The mirror that this process runs from: a folder beside that of the program, in which the program's assemblies are woven.</summary>
internal sealed class Mirror
{
    // Open to the end of the process, so that the tool does not remove the mirror before.
    private readonly FileStream _file;
    private readonly Dictionary<string, string> _reasons = new(StringComparer.OrdinalIgnoreCase);

    private Mirror(string file)
    {
        _file = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.Read);
        using var reader = new StreamReader(_file, leaveOpen: true);
        OwnFolder = Path.GetDirectoryName(file)!;
        Original = reader.ReadLine()!;
        _ = reader.ReadLine();
        while (reader.ReadLine()?.Split('\t') is [var assembly, var reason])
            _reasons[assembly] = reason;
    }

    /// <summary>The folder in the mirror with what is not the program's: the tables of the places in the woven code.</summary>
    public string OwnFolder { get; }

    /// <summary>The folder of the program.</summary>
    public string Original { get; }

    /// <summary>The mirror that a program lies in; null if it lies in none.</summary>
    /// <param name="program">The file of the program's entry assembly.</param>
    public static Mirror? Of(string program)
    {
        string file = Path.Combine(Path.GetDirectoryName(program)!, HookContract.MirrorFolder, HookContract.MirrorFile);
        return File.Exists(file) ? new Mirror(file) : null;
    }

    /// <summary>Loads what the woven code calls. Then it is there for all who refer to it, wherever they are loaded.</summary>
    public static void LoadGuard()
    {
        string agents = Path.GetDirectoryName(typeof(Mirror).Assembly.Location)!;
        AssemblyLoadContext.Default.LoadFromAssemblyPath(Path.Combine(Path.GetDirectoryName(agents)!, HookContract.GuardFile));
    }

    /// <summary>A text with the program's own folder instead of the mirror, for a person.</summary>
    public string WithOriginal(string text) => text.Replace(Path.GetDirectoryName(OwnFolder)!, Original, StringComparison.Ordinal);

    /// <summary>Makes the program's own folder the base folder again, so that the program finds and writes its files there.</summary>
    public void RestoreBaseDirectory() => AppContext.SetData("APP_CONTEXT_BASE_DIRECTORY", Original + Path.DirectorySeparatorChar);

    /// <summary>The path of a file below the mirror, or below the program's own folder; null if it lies in neither.</summary>
    public string? PathBelow(string file)
        => Array.Find([Path.GetDirectoryName(OwnFolder)!, Original], folder => file.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal))
            is { } folder
            ? file[(folder.Length + 1)..]
            : null;

    /// <summary>The path of the woven assembly for that of one of the program's; the same path if there is none.</summary>
    public string PathToLoad(string path)
    {
        if (PathBelow(Path.GetFullPath(path)) is not { } below || !File.Exists(Path.Combine(OwnFolder, Path.ChangeExtension(below, SiteTable.Extension))))
            return path;

        // The woven file has the time of its original. The program may have written another one there since then.
        string woven = Path.Combine(Path.GetDirectoryName(OwnFolder)!, below);
        return File.GetLastWriteTimeUtc(woven) == File.GetLastWriteTimeUtc(path) ? woven : path;
    }

    /// <summary>Why an assembly is not woven; null if the weaver has given no reason.</summary>
    /// <param name="file">The path of its file.</param>
    public string? WhyNotWoven(string file) => PathBelow(file) is { } path ? _reasons.GetValueOrDefault(path) : null;
}
