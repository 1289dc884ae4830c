using PooledGen;

namespace Quickstart;

/// <summary>A pooled buffer of bytes. The attribute and the struct are all there is to write: the generator adds the rest.</summary>
[PooledBuffer<byte>(MaxLength = 64 * 1024)]
internal partial struct PacketBuffer;
