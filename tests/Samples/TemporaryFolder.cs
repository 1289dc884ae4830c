using System.Text;

namespace PooledGen.Samples.Tests;

/// <summary>A folder that is deleted with its content at the end of the test.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Root { get; } = Directory.CreateTempSubdirectory("PooledGen.Samples").FullName;

    public void Dispose() => Directory.Delete(Root, recursive: true);

    public string PathOf(string name) => Path.Combine(Root, name);

    public void Write(string name, string text) => Write(name, Encoding.UTF8.GetBytes(text));

    public void Write(string name, byte[] content)
    {
        string path = PathOf(name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, content);
    }
}
