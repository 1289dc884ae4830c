namespace PooledGen.Interop.Tests.Migrations.Page;

[PooledBuffer<byte>(MaxLength = 64 * 1024)]
internal partial struct PacketBuffer;

[PooledBuffer<char>(MaxLength = 16 * 1024)]
internal partial struct TextBuffer;

[PooledBuffer<int>(MaxLength = 16 * 1024)]
internal partial struct IndexBuffer;
