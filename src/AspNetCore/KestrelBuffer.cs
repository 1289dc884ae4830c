namespace PooledGen.AspNetCore;

/// <summary>The blocks of Kestrel's memory: 4096 bytes each, as in Kestrel's own pool. <c>KestrelBuffer.Pool.Statistics</c> shows their use.</summary>
/// <remarks>
/// <para>The pool refuses longer blocks, so that a pipe that needs one takes it from the shared array pool, as with Kestrel's own pool.</para>
/// <para>A thread keeps 32 free blocks and a core 128. A connection that receives its body faster than the application reads it holds at most 256
/// blocks: 1 MB, Kestrel's <c>MaxRequestBufferSize</c>. With many such bodies at the same time, the pool has no room for most returned blocks and
/// allocates new ones; a smaller <c>MaxRequestBufferSize</c> helps. <see cref="PoolStatistics.Dropped"/> counts these blocks.</para>
/// </remarks>
[PooledBuffer<byte>(MinLength = BlockLength, MaxLength = BlockLength, MaxBuffersPerThread = 32, Oversize = OversizePolicy.Throw)]
public partial struct KestrelBuffer
{
    private const int BlockLength = 4096;
}
