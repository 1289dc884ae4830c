using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>A struct is made of an array by a method: of another assembly, where a view looks like a copy, or of this one.</summary>
public class ArrayInAStructTests() : RawPoolTest("PG0203")
{
    private const string Chunks = """
        using System; using System.Buffers;
        public readonly struct Chunk(byte[] array, int count)
        {
            public readonly byte[] Array = array;
            public Chunk Copy() => new(Array.AsSpan(0, count).ToArray(), count);
            public Chunk Part() => new(Array, count / 2);
        }
        public readonly struct ChunkOwner(Chunk chunk, ArrayPool<byte> pool) : IDisposable
        {
            public static ChunkOwner Create(Chunk chunk, ArrayPool<byte> pool) => new(chunk, pool);
            public void Dispose() => pool.Return(chunk.Array);
        }
        public static class Chunks
        {
            public static Chunk AsChunk(this byte[] array, int count) => new(array, count);
            public static int Sum(this byte[] array, int count) => array[0] + count;
        }
        """;

    private bool _isOfAnotherAssembly;

    [Theory]
    [InlineData("ChunkOwner M() { byte[] a = Pool.Rent(5); return ChunkOwner.Create(a.AsChunk(5), Pool); }")]
    [InlineData("ChunkOwner M() { byte[] a = Pool.Rent(5); return ChunkOwner.Create(new Chunk(a, 5), Pool); }")]
    [InlineData("Chunk M() { byte[] a = Pool.Rent(5); return a.AsChunk(5); }")]
    [InlineData("Chunk M() { byte[] a = Pool.Rent(5); return a.AsChunk(5).Part(); }")]
    [InlineData("Chunk M() { byte[] a = Pool.Rent(5); var c = a.AsChunk(5); if (Ask()) { Pool.Return(a); return default; } return c; }")]
    public async Task StructOfTheArray_ThatGoesOn_IsSilent(string source)
    {
        await Silent(source);
        _isOfAnotherAssembly = true;
        await Silent(source);
    }

    [Theory]
    [InlineData("int M() { byte[] a = [|Pool.Rent(5)|]; return a.Sum(5); }")]
    [InlineData("int M() { byte[] a = [|Pool.Rent(5)|]; a[0] = 1; if (Ask()) { return 1; } var c = a.AsChunk(5); Pool.Return(a); return 2; }")]
    public async Task Array_ThatNoStructCarries_IsDiagnosed(string source)
    {
        await Diagnosed(source);
        _isOfAnotherAssembly = true;
        await Diagnosed(source);
    }

    [Fact]
    public async Task StructThatIsCopiedAtOnce_IsDiagnosedWhereTheSourceShowsTheCopy()
    {
        await Diagnosed("Chunk M() { byte[] a = [|Pool.Rent(5)|]; return a.AsChunk(5).Copy(); }");
        _isOfAnotherAssembly = true;
        await Silent("Chunk M() { byte[] a = Pool.Rent(5); return a.AsChunk(5).Copy(); }");
    }

    protected override CSharpCompilation Compile(string source)
    {
        var library = new Consumer(Chunks);
        CSharpCompilation compilation = base.Compile(source);
        if (!_isOfAnotherAssembly)
            return compilation.AddSyntaxTrees(CSharpSyntaxTree.ParseText(Chunks, library.ParseOptions, "Chunks.cs"));

        using var assembly = new MemoryStream();
        Assert.True(library.Compile().WithAssemblyName("Chunks").Emit(assembly).Success);
        return compilation.AddReferences(Microsoft.CodeAnalysis.MetadataReference.CreateFromImage(assembly.ToArray()));
    }
}
