using PooledGen;

namespace WebEcho;

/// <summary>A piece of a request's body.</summary>
[PooledBuffer<byte>(MaxLength = 64 * 1024)]
internal partial struct BodyBuffer;

/// <summary>A JSON document.</summary>
[PooledBuffer<byte>(MaxLength = 16 * 1024)]
internal partial struct JsonBuffer;
