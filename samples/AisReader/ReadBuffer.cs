using PooledGen;

namespace AisReader;

/// <summary>A block of the pipe: what was read and is not yet understood.</summary>
[PooledBuffer<byte>(MaxLength = 64 * 1024)]
internal partial struct ReadBuffer;
