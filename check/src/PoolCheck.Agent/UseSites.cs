using System.Reflection;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck;

/// <summary>Finds the places in woven code by their numbers. For one thread at a time.</summary>
/// <param name="mirror">The mirror that the process runs from.</param>
internal sealed class UseSites(Mirror mirror)
{
    // By the upper half of the numbers.
    private readonly Dictionary<int, (Assembly? Assembly, IReadOnlyList<Site> Sites)> _tables = [];

    /// <summary>The place with a number, and its assembly; null if it is not known.</summary>
    public (Assembly Assembly, Site Site)? Find(long number)
    {
        int key = (int)(number >> 32);
        if (!_tables.TryGetValue(key, out (Assembly? Assembly, IReadOnlyList<Site> Sites) table))
            _tables.Add(key, table = Read(key));

        return table.Assembly is null ? null : (table.Assembly, table.Sites[(int)number]);
    }

    /// <summary>Whether an assembly is woven. The loaded one tells: another file with its name may have been loaded.</summary>
    public static bool IsWoven(Assembly assembly) => KeyOf(assembly) is not null;

    private static int? KeyOf(Assembly assembly)
    {
        try
        {
            return assembly.IsDynamic ? null : assembly.GetCustomAttribute<WovenAttribute>()?.Key;
        }
        catch (Exception e) when (e is IOException or BadImageFormatException or TypeLoadException)
        {
            // Another attribute of the assembly is of an assembly that is missing. The weaver would not have woven it.
            return null;
        }
    }

    private (Assembly? Assembly, IReadOnlyList<Site> Sites) Read(int key)
    {
        Assembly? assembly = Array.Find(AppDomain.CurrentDomain.GetAssemblies(), assembly => KeyOf(assembly) == key);
        if (assembly is null)
            return (null, []);

        // The file may have another name than the assembly, such as one in lower case. What was loaded from bytes has no file.
        string name = mirror.PathBelow(assembly.Location) ?? assembly.GetName().Name + ".dll";
        string file = Path.Combine(mirror.OwnFolder, Path.ChangeExtension(name, SiteTable.Extension));
        return File.Exists(file) ? (assembly, SiteTable.Read(file).Sites) : (null, []);
    }
}
