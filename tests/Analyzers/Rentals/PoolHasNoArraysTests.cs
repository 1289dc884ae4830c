namespace PooledGen.Analyzers.Tests.Rentals;

public class PoolHasNoArraysTests() : StoredBufferTest("PG0115")
{
    [Theory]
    [InlineData("ArrayPool<byte> M() => [|ImageBuffer.Pool.AsArrayPool()|];")]
    [InlineData("ArrayPool<byte> M() => [|AlignedBuffer.Pool.AsArrayPool()|];")]
    [InlineData("ArrayPool<float> M() => [|Column<float>.Pool.AsArrayPool()|];")]
    [InlineData("ArrayPool<Point> M() => [|Point.Buffer.Pool.AsArrayPool()|];")]
    [InlineData("void M(int n) { var pool = ImageBuffer.Pool; var array = [|pool.AsArrayPool()|].Rent(n); }")]
    [InlineData("Func<object> M() { BufferPool<byte> pool = AlignedBuffer.Pool; return () => [|pool.AsArrayPool()|]; }")]
    public Task ArraysOfAPoolWithoutThem_AreDiagnosed(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesTypeAndReason() => Diagnosed(
        "object M() => [|ImageBuffer.Pool.AsArrayPool()|];",
        "'AsArrayPool' throws InvalidOperationException at run time: it gives out arrays, and the buffers of 'ImageBuffer' lie in native memory");

    [Fact]
    public Task Message_OfAlignedArrays_NamesTheReason() => Diagnosed(
        "object M() => [|AlignedBuffer.Pool.AsArrayPool()|];",
        "'AsArrayPool' throws InvalidOperationException at run time: it gives out arrays, and the buffers of 'AlignedBuffer' start inside of aligned ones");

    [Theory]
    [InlineData("ArrayPool<byte> M() => PinnedBuffer.Pool.AsArrayPool();")]
    [InlineData("ArrayPool<byte> M() => OrdinaryBuffer.Pool.AsArrayPool();")]
    [InlineData("MemoryPool<byte> M() => ImageBuffer.Pool.AsMemoryPool();")]
    [InlineData("PooledList<byte> M() => new PooledList<byte>(ImageBuffer.Pool);")]
    [InlineData("PooledList<byte> M() => AlignedBuffer.CreateList();")]
    [InlineData("object M() { var pool = ImageBuffer.Pool; pool = OrdinaryBuffer.Pool; return pool.AsArrayPool(); }")]
    [InlineData("void Set(ref BufferPool<byte> p) { } object M() { var pool = ImageBuffer.Pool; Set(ref pool); return pool.AsArrayPool(); }")]
    [InlineData("object M() { BufferPool<byte> pool = OrdinaryBuffer.Pool; return pool.AsArrayPool(); }")]
    [InlineData("void M() { using var writer = new PooledUtf8Writer(ImageBuffer.Pool, 16); writer.Append(1); }")]
    [InlineData("object M() => new PooledBufferWriter<byte>(AlignedBuffer.Pool, initialCapacity: 16);")]
    [InlineData("Stream _stream = new PooledStream(ImageBuffer.Pool);")]
    [InlineData("PooledOwner<byte> M() => ImageBuffer.Pool.RentOwner(16);")]
    [InlineData("class Other { public object AsArrayPool() => this; } object M() { var pool = new Other(); return pool.AsArrayPool(); }")]
    public Task OtherUsesOfPools_AreAccepted(string members) => Silent(members);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("object M() => [|ImageBuffer.Pool.AsArrayPool()|];");
}
