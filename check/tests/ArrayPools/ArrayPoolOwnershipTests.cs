using System.Buffers;
using System.IO.Compression;
using System.Text.Json;

namespace PooledGen.ArrayPools.Tests;

/// <summary>Whose array it is: that of the code that rents, or that creates an object which rents; never that of the framework.</summary>
public class ArrayPoolOwnershipTests
{
    private static readonly Dictionary<string, Func<IDisposable>> s_typesToDispose = new()
    {
        ["a JsonDocument of a stream"] = static () => JsonDocument.Parse(new MemoryStream("""{ "a": [1, 2, 3] }"""u8.ToArray())),
        ["a JsonDocument of text"] = static () => JsonDocument.Parse("""{ "a": [1, 2, 3] }"""),
        ["a BrotliStream"] = static () => Read(static (stream, mode) => new BrotliStream(stream, mode)),
        ["a DeflateStream"] = static () => Read(static (stream, mode) => new DeflateStream(stream, mode)),
        ["a ZLibStream"] = static () => Read(static (stream, mode) => new ZLibStream(stream, mode)),
        ["a GZipStream"] = static () => Read(static (stream, mode) => new GZipStream(stream, mode)),
        ["an owner of MemoryPool"] = static () => MemoryPool<byte>.Shared.Rent(1000),
    };

    public static TheoryData<string> TypesToDispose => [.. s_typesToDispose.Keys];

    [Theory]
    [MemberData(nameof(TypesToDispose))]
    public void Dispose_OfACheckWithAnObjectThatHasToBeDisposed_FindsItsArrays(string name)
    {
        Func<IDisposable> create = s_typesToDispose[name];
        ArrayPoolCheck check = ArrayPoolCheck.Start(typeof(ArrayPoolOwnershipTests).Assembly);
        create().Dispose();
        check.Verify();
        IDisposable lost = create();

        ArrayPoolMisuseException thrown = Assert.Throws<ArrayPoolMisuseException>(check.Dispose);

        Assert.All(thrown.Findings, static finding => Assert.Equal(ArrayPoolMisuseKind.NotReturned, finding.Kind));
        Assert.All(
            thrown.Findings,
            static finding => Assert.Contains(nameof(ArrayPoolOwnershipTests), finding.Rented!.Stack.Split('\n')[0], StringComparison.Ordinal));
        lost.Dispose();
    }

    [Fact]
    public void Dispose_WithArraysThatTheFrameworkKeeps_CountsThem()
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start(typeof(ArrayPoolOwnershipTests).Assembly);

        // The reader keeps its array until its stream ends. No frame of ours rents.
        var pipe = System.IO.Pipelines.PipeReader.Create(new MemoryStream(new byte[100]));
        Assert.True(pipe.ReadAsync().IsCompleted);
        check.Verify();

        Assert.Contains(check.Notes, static note => note.Kind == ArrayPoolNoteKind.NotReturned);
    }

    private static Stream Read(Func<Stream, CompressionMode, Stream> create)
    {
        var compressed = new MemoryStream();
        using (Stream stream = create(compressed, CompressionMode.Compress))
            stream.Write(new byte[1000]);

        Stream reading = create(new MemoryStream(compressed.ToArray()), CompressionMode.Decompress);
        reading.ReadByte();
        return reading;
    }
}
