using System.Runtime.CompilerServices;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The programs with planted mistakes.</summary>
internal static class Zoo
{
    /// <summary>The folder of their sources.</summary>
    public static string Folder { get; } = Path.GetFullPath(Path.Combine(Here(), "..", "..", "Programs"));

    /// <summary>The file of a program, which was built like the tests: bin/Debug/net10.0.</summary>
    public static string Program(string project, string assembly)
    {
        string[] parts = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar).Split(Path.DirectorySeparatorChar);
        return Path.Combine(Folder, project, "bin", parts[^2], parts[^1], assembly);
    }

    private static string Here([CallerFilePath] string path = "") => path;
}
