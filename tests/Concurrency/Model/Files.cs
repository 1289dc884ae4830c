using System.Runtime.CompilerServices;

namespace PooledGen.Model.Tests;

/// <summary>Where the models, the code that they stand for, and the page about them lie.</summary>
internal static class Files
{
    public static string Models { get; } = Path.GetDirectoryName(OwnPath())!;

    public static string Runtime { get; } = Path.GetFullPath(Path.Combine(Models, "../../../src/Runtime"));

    public static string Page { get; } = Path.GetFullPath(Path.Combine(Models, "../../../docs/internals/models.md"));

    /// <summary>The text of a model, or of what models share.</summary>
    /// <param name="name">The file's name without its ending.</param>
    public static string ReadModel(string name) => File.ReadAllText(Path.Combine(Models, name + ".pml"));

    private static string OwnPath([CallerFilePath] string path = "") => path;
}
