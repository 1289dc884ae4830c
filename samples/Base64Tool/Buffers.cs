using PooledGen;

namespace Base64Tool;

/// <summary>A piece of the data. No size class is smaller than a chunk, so that the last and short one finds a buffer too.</summary>
[PooledBuffer<byte>(MinLength = 16 * 1024, MaxLength = 64 * 1024)]
public partial struct ByteBuffer;

/// <summary>A piece of its Base64 text.</summary>
[PooledBuffer<char>(MinLength = 16 * 1024, MaxLength = 64 * 1024)]
public partial struct TextBuffer;
