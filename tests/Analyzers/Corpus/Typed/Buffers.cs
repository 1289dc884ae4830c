using PooledGen;

namespace Corpus.Typed;

[PooledBuffer<byte>(MaxLength = 64 * 1024)]
internal partial struct PacketBuffer
{
    public readonly byte Kind => Span[0];
}

[PooledBuffer<char>(MaxLength = 16 * 1024)]
internal partial struct TextBuffer;

[PooledBuffer<string>(MaxLength = 256)]
internal partial struct NameBuffer;

[PooledBuffer<int>(MaxLength = 4096, Oversize = OversizePolicy.Throw)]
internal partial struct StrictBuffer;

[PooledBuffer(MaxLength = 4096)]
internal partial struct Particle
{
    public float X, Y, Mass;
}

[PooledBuffer(MaxLength = 4096)] // PG0018
internal partial struct ByteBuffer;
