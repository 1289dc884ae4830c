using PooledGen;

namespace SlowClients;

/// <summary>An update that waits until its client has room for it.</summary>
[PooledBuffer<byte>(MaxLength = 8 * 1024)]
internal partial struct UpdateBuffer;
