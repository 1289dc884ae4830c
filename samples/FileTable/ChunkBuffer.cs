using PooledGen;

namespace FileTable;

/// <summary>A piece of a file. These two lines are all that a pooled buffer takes: the generator writes the rest of the struct.</summary>
[PooledBuffer<byte>(MaxLength = 64 * 1024)]
internal partial struct ChunkBuffer;
