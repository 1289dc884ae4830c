using PooledGen;

namespace AisReader;

/// <summary>The payload of a message that comes in several sentences. No message on the air is as long as this.</summary>
[PooledBuffer<byte>(MaxLength = 1024)]
internal partial struct PayloadBuffer;
