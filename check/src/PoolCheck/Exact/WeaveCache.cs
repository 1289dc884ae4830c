using System.Security.Cryptography;
using System.Text;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck;

/// <summary>
/// Woven assemblies, each in a folder that is named by the hash of all that it depends on. Several processes may use one cache: an entry is written under
/// another name and then renamed, so that an entry that exists is whole.
/// </summary>
/// <param name="folder">The folder of the cache. It need not exist.</param>
/// <param name="options">What the weaver must know besides an assembly.</param>
internal sealed class WeaveCache(string folder, WeaverOptions options)
{
    private static readonly TimeSpan s_keptFor = TimeSpan.FromDays(30);

    private readonly string _options = string.Join(
        '\n',
        [
            $"{AssemblyWeaver.Version}", $"{typeof(AssemblyWeaver).Module.ModuleVersionId}", $"{typeof(PoolGuard).Module.ModuleVersionId}",
            .. options.ReferenceFolders, "", .. options.WovenAssemblies.Order(StringComparer.Ordinal),
        ]);

    /// <summary>Weaves an assembly, or finds what was woven before.</summary>
    /// <param name="input">The path of the assembly.</param>
    /// <returns>The path of the woven assembly, whose symbols and table of sites lie beside it; or null and why it was not woven.</returns>
    public (string? Woven, string? WhyNot) Weave(string input)
    {
        var file = AssemblyFile.Read(input);
        string entry = Path.Combine(folder, KeyOf(file));
        string woven = Path.Combine(entry, Path.GetFileName(input));
        if (IsWhole(woven))
        {
            Directory.SetLastWriteTimeUtc(entry, DateTime.UtcNow);
            return (woven, null);
        }

        string unfinished = $"{entry}.{Guid.NewGuid():N}";
        try
        {
            Directory.CreateDirectory(unfinished);
            if (AssemblyWeaver.Weave(file, Path.Combine(unfinished, Path.GetFileName(input)), options) is { } whyNot)
                return (null, whyNot);

            Finish(unfinished, entry, woven);
            return (woven, null);
        }
        finally
        {
            TryDelete(unfinished);
        }
    }

    /// <summary>Removes entries that nobody has used for 30 days, and what is left of runs that were killed.</summary>
    public void RemoveOld()
    {
        if (!Directory.Exists(folder))
            return;

        foreach (string entry in Directory.GetDirectories(folder).Where(static entry => Directory.GetLastWriteTimeUtc(entry) < DateTime.UtcNow - s_keptFor))
            TryDelete(entry);
    }

    private static void Finish(string unfinished, string entry, string woven)
    {
        try
        {
            Directory.Move(unfinished, entry);
        }
        catch (IOException) when (Directory.Exists(entry))
        {
            // Another process was faster, and its files are the same. Or something else has removed files from an older entry.
            if (IsWhole(woven))
                return;

            TryDelete(entry);
            Directory.Move(unfinished, entry);
        }
    }

    private static bool IsWhole(string woven) => File.Exists(woven) && File.Exists(Path.ChangeExtension(woven, SiteTable.Extension));

    // Another run may remove or rename the folder at the same time, and a folder that stays does no harm.
    private static void TryDelete(string folder)
    {
        try
        {
            if (Directory.Exists(folder))
                Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
        }
    }

    // The module's own identifier does not change when a tool rewrites it.
    private string KeyOf(AssemblyFile file)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        hash.AppendData(Encoding.UTF8.GetBytes($"{_options}\n{Path.GetFileName(file.Path)}\n"));
        hash.AppendData(SHA256.HashData(file.Image));
        if (file.Symbols is not null)
            hash.AppendData(SHA256.HashData(file.Symbols));

        return Convert.ToHexString(hash.GetHashAndReset());
    }
}
