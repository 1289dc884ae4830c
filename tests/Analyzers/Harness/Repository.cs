namespace PooledGen.Analyzers.Tests;

/// <summary>The files of the repository that the tests read.</summary>
internal static class Repository
{
    private static readonly string s_root = FindRoot(AppContext.BaseDirectory);

    public static string PathTo(string file) => Path.Combine(s_root, file);

    private static string FindRoot(string folder)
        => File.Exists(Path.Combine(folder, "PooledGen.sln")) ? folder : FindRoot(Path.GetDirectoryName(folder)!);
}
