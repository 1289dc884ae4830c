namespace PooledGen.AspNetCore;

/// <summary>The blocks that Kestrel runs on: 4096 bytes each, as its own pool's. <c>KestrelBuffer.Pool.Statistics</c> shows them.</summary>
/// <remarks>A longer block is refused, so that a pipe which needs one takes it from the shared array pool, as it does with Kestrel's own pool.</remarks>
[PooledBuffer<byte>(MinLength = BlockLength, MaxLength = BlockLength, ThreadDepth = 32, Oversize = OversizePolicy.Throw)]
public partial struct KestrelBuffer
{
    private const int BlockLength = 4096;
}
