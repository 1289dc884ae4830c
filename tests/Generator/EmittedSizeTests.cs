using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Microsoft.CodeAnalysis;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>What one annotated type adds to a project: a file that a user can read, and little to compile. What all types share lies in the runtime.</summary>
public class EmittedSizeTests
{
    // 300, and eight for DangerousGetArray, which came after that limit.
    private const int MostLines = 308;
    private const int MostBytesOfIL = 3584;

    private const string Source = """
        using PooledGen;

        [PooledBuffer<byte>(MaxLength = 64 * 1024)]
        public partial struct PacketBuffer;
        """;

    [Fact]
    public void EmittedFile_OfByte_HasAboutThreeHundredLines()
    {
        string text = new Consumer(Source).Generate().Files["PacketBuffer.g.cs"];

        // The table of the size classes grows with MaxLength.
        int lines = text.TrimEnd().Split('\n').Count(static line => !line.StartsWith("//", StringComparison.Ordinal));

        Assert.InRange(lines, 100, MostLines);
    }

    [Fact]
    public void EmittedType_OfByte_HasLittleIL()
    {
        using var image = new MemoryStream();
        Assert.Empty(new Consumer(Source).Generate().Compilation.Emit(image).Diagnostics
            .Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
        image.Position = 0;
        using var file = new PEReader(image);
        MetadataReader metadata = file.GetMetadataReader();

        int bytes = metadata.MethodDefinitions
            .Select(metadata.GetMethodDefinition)
            .Where(static method => method.RelativeVirtualAddress != 0)
            .Sum(method => file.GetMethodBody(method.RelativeVirtualAddress).GetILBytes()!.Length);

        Assert.InRange(bytes, 100, MostBytesOfIL);
    }
}
