namespace PooledGen.AspNetCore;

/// <summary>The blocks that Kestrel runs on: 4096 bytes each, as its own pool's. <c>KestrelBuffer.Pool.Statistics</c> shows them.</summary>
/// <remarks>
/// <para>A longer block is refused, so that a pipe which needs one takes it from the shared array pool, as it does with Kestrel's own pool.</para>
/// <para>A thread keeps 32 free blocks and a core 128. A connection whose body comes in faster than it is read holds 256 at most: 1 MB, Kestrel's
/// <c>MaxRequestBufferSize</c>. Where many such bodies are under way at once, most blocks find no room when they come back and are made
/// anew; a smaller <c>MaxRequestBufferSize</c> helps. <see cref="PoolStatistics.Dropped"/> tells.</para>
/// </remarks>
[PooledBuffer<byte>(MinLength = BlockLength, MaxLength = BlockLength, ThreadDepth = 32, Oversize = OversizePolicy.Throw)]
public partial struct KestrelBuffer
{
    private const int BlockLength = 4096;
}
