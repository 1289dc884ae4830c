namespace PooledGen.Analyzers.Tests.Rentals;

public class PoolHasNoArraysTests() : StoredBufferTest("PG0115")
{
    [Theory]
    [InlineData("ArrayPool<byte> M() => [|ImageBuffer.Pool.AsArrayPool()|];")]
    [InlineData("ArrayPool<byte> M() => [|AlignedBuffer.Pool.AsArrayPool()|];")]
    [InlineData("PooledList<byte> M() => [|new PooledList<byte>(ImageBuffer.Pool)|];")]
    [InlineData("PooledList<float> M() => [|new(Column<float>.Pool, 16)|];")]
    [InlineData("object M() => [|new PooledList<byte>(capacity: 16, pool: AlignedBuffer.Pool)|];")]
    [InlineData("object M() => [|new PooledList<Point>(Point.Buffer.Pool)|];")]
    public Task ArraysOfAPoolWithoutThem_AreDiagnosed(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesTypeAndReason() => Diagnosed(
        "object M() => [|new PooledList<byte>(ImageBuffer.Pool)|];",
        "'new PooledList' throws InvalidOperationException at run time: it needs arrays, and the buffers of 'ImageBuffer' lie in native memory");

    [Fact]
    public Task Message_OfAlignedArrays_NamesTheReason() => Diagnosed(
        "object M() => [|AlignedBuffer.Pool.AsArrayPool()|];",
        "'AsArrayPool' throws InvalidOperationException at run time: it needs arrays, and the buffers of 'AlignedBuffer' start inside of aligned ones");

    [Theory]
    [InlineData("ArrayPool<byte> M() => PinnedBuffer.Pool.AsArrayPool();")]
    [InlineData("ArrayPool<byte> M() => OrdinaryBuffer.Pool.AsArrayPool();")]
    [InlineData("MemoryPool<byte> M() => ImageBuffer.Pool.AsMemoryPool();")]
    [InlineData("PooledList<byte> M() => new PooledList<byte>(PinnedBuffer.Pool);")]
    [InlineData("PooledList<byte> M() => new(SharedBuffer<byte>.Pool);")]
    [InlineData("void M() { using var writer = new PooledUtf8Writer(ImageBuffer.Pool, 16); writer.Append(1); }")]
    [InlineData("object M() => new PooledBufferWriter<byte>(AlignedBuffer.Pool, initialCapacity: 16);")]
    [InlineData("Stream _stream = new PooledStream(ImageBuffer.Pool);")]
    [InlineData("PooledOwner<byte> M() => ImageBuffer.Pool.RentOwner(16);")]
    [InlineData("class PooledList<T> { public PooledList(BufferPool<T> pool) { } } object M() => new PooledList<byte>(ImageBuffer.Pool);")]
    public Task OtherUsesOfPools_AreAccepted(string members) => Silent(members);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("object M() => [|ImageBuffer.Pool.AsArrayPool()|];");
}
