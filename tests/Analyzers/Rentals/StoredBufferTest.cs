using Microsoft.CodeAnalysis.CSharp;

namespace PooledGen.Analyzers.Tests.Rentals;

/// <summary>Snippets are members of a class that may use these buffers, whose elements do not lie in ordinary arrays.</summary>
/// <param name="id">The rule under test.</param>
public abstract class StoredBufferTest(string id) : RentalTest(id)
{
    private const string Buffers = """
        using PooledGen;

        [PooledBuffer<byte>(MaxLength = 4096, Storage = BufferStorage.Native)] public partial struct ImageBuffer { }

        [PooledBuffer<byte>(MaxLength = 4096, Storage = BufferStorage.Pinned, Alignment = 64)] public partial struct AlignedBuffer { }

        [PooledBuffer<byte>(MaxLength = 4096, Storage = BufferStorage.Pinned)] public partial struct PinnedBuffer { }

        [PooledBuffer(nameof(T), MaxLength = 4096, Storage = BufferStorage.Native)] public partial struct Column<T> { }

        [PooledBuffer(MaxLength = 64, Storage = BufferStorage.Native)] public partial struct Point { public float X; }

        [PooledBuffer<byte>(MaxLength = 4096)] public partial struct OrdinaryBuffer { }
        """;

    protected override CSharpCompilation Compile(string source)
        => (Consumer with { Source = source, OtherSources = [Buffers], AllowUnsafe = true }).Generate().Compilation;
}
