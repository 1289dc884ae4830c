using System.Reflection;

namespace PooledGen.PoolCheck;

/// <summary>
/// Weaves the assemblies of a program: those in its folder and below, without the framework's, those of test frameworks, and those that are excluded.
/// </summary>
internal sealed class ProgramWeaver
{
    private readonly IReadOnlyCollection<string> _excluded;
    private readonly WeaveCache _cache;

    /// <param name="folder">The folder of the program.</param>
    /// <param name="run">The folder of the run.</param>
    /// <param name="references">The other folders that its assemblies were loaded from.</param>
    /// <param name="excluded">The simple names of the assemblies that stay as they are.</param>
    public ProgramWeaver(string folder, string run, IReadOnlyList<string> references, IReadOnlyCollection<string> excluded)
    {
        _excluded = excluded;
        IEnumerable<string> own = MirrorFolder.AssembliesOf(folder).Select(path => NameOf(Path.Combine(folder, path)))
            .Where(IsOwn).Select(static name => name!.Name!);
        HashSet<string> woven = own.Except(excluded, StringComparer.OrdinalIgnoreCase).ToHashSet(StringComparer.Ordinal);
        string data = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
        _cache = new WeaveCache(FindCache(data, run), new WeaverOptions(references, woven));
        _cache.RemoveOld();
    }

    /// <summary>Weaves one of them.</summary>
    /// <param name="file">Its path.</param>
    /// <param name="folder">The folder for the woven assembly, its symbols and its table of sites.</param>
    /// <returns>Null if it was woven, and otherwise the reason, which is empty if the file is none of the program's own assemblies.</returns>
    public string? Weave(string file, string folder)
    {
        AssemblyName? name = NameOf(file);
        if (!IsOwn(name))
            return "";

        if (_excluded.Contains(name!.Name, StringComparer.OrdinalIgnoreCase))
            return "It was excluded.";

        try
        {
            (string? woven, string? whyNot) = _cache.Weave(file);
            if (woven is null)
                return whyNot?.ReplaceLineEndings(" ");

            foreach (string each in Directory.EnumerateFiles(Path.GetDirectoryName(woven)!))
                File.Copy(each, Path.Combine(folder, Path.GetFileName(each)));

            return null;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // The program runs with the assembly as it is.
            return $"The weaver failed. {e.Message}".ReplaceLineEndings(" ");
        }
    }

    /// <summary>The folder of the cache: where the account cannot write, as in some containers, one in the folder of the run.</summary>
    /// <param name="data">The folder of the account's data; empty if it has none.</param>
    /// <param name="run">The folder of the run.</param>
    // Not in the folder for all temporary files, where another account could put an assembly for the program to run.
    internal static string FindCache(string data, string run)
    {
        string cache = Path.Combine(data, "dotnet-poolcheck", "woven");
        try
        {
            if (data.Length > 0)
            {
                Directory.CreateDirectory(cache);
                File.Create(Path.Combine(cache, Path.GetRandomFileName()), 1, FileOptions.DeleteOnClose).Dispose();
                return cache;
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
        }

        return Path.Combine(run, "woven");
    }

    private static bool IsOwn(AssemblyName? name) => name is not null && !FrameworkAssemblies.Have(name);

    private static AssemblyName? NameOf(string file)
    {
        try
        {
            return AssemblyName.GetAssemblyName(file);
        }
        catch (Exception e) when (e is BadImageFormatException or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
