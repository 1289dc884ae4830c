namespace PooledGen.Interop.Tests.Migrations.Framing;

/// <summary>The arrays of <see cref="PooledFrameClient"/>.</summary>
[PooledBuffer<byte>(MaxLength = 64 * 1024)]
public partial struct FrameBuffer;
