using System.Reflection.PortableExecutable;

namespace PooledGen.PoolCheck;

/// <summary>
/// An assembly and its symbols, as they were when they were read: a build may replace the files while they are woven, and what is woven must be what the cache
/// names. Immutable.
/// </summary>
/// <param name="Path">The path of the assembly.</param>
/// <param name="Image">The bytes of the assembly.</param>
/// <param name="Symbols">The bytes of the symbols that lie beside it; null if there are none.</param>
internal sealed record AssemblyFile(string Path, byte[] Image, byte[]? Symbols)
{
    /// <summary>Reads an assembly and its symbols.</summary>
    /// <param name="path">The path of the assembly.</param>
    /// <exception cref="IOException">A file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file cannot be read.</exception>
    public static AssemblyFile Read(string path)
    {
        string symbols = System.IO.Path.ChangeExtension(path, ".pdb");
        return new AssemblyFile(path, File.ReadAllBytes(path), File.Exists(symbols) ? File.ReadAllBytes(symbols) : null);
    }

    /// <summary>Whether a file is an assembly with a <c>Main</c>.</summary>
    public static bool IsProgram(string path)
    {
        try
        {
            using var image = new PEReader(File.OpenRead(path));
            return image.PEHeaders.CorHeader is { EntryPointTokenOrRelativeVirtualAddress: not 0 };
        }
        catch (Exception e) when (e is BadImageFormatException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
