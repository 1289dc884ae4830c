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

    /// <summary>The mistakes that the library makes, as <see cref="PoolCheckRun.Findings"/> has them.</summary>
    public static string[] MistakesOfTheLibrary { get; } =
    [
        MistakeOfTheLibrary("double-return", "// returned twice"),
        MistakeOfTheLibrary("not-returned", "// lost"),
        MistakeOfTheLibrary("returned-to-another-pool", "// returned elsewhere"),
        MistakeOfTheLibrary("write-after-return", "// written later"),
    ];

    public static string MistakeOfTheLibrary(string rule, string comment) => Mistake(rule, "Library/Decoder.cs", comment);

    /// <summary>The mistake at the line of a program's source that ends with a comment.</summary>
    public static string Mistake(string rule, string file, string comment)
    {
        int line = Array.FindIndex(File.ReadAllLines(Path.Combine(Folder, file)), line => line.EndsWith(comment, StringComparison.Ordinal)) + 1;
        return $"{rule} {Path.GetFileName(file)}:{line}";
    }

    private static string Here([CallerFilePath] string path = "") => path;
}
