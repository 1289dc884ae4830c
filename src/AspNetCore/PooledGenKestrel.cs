namespace PooledGen.AspNetCore;

/// <summary>Kestrel on PooledGen.</summary>
public static class PooledGenKestrel
{
    /// <summary>
    /// The pool of blocks of 4096 bytes, as in Kestrel's own pool, that <c>AddPooledGenMemoryPool()</c> gives to the server:
    /// <c>PooledGenKestrel.Pool.GetStatistics()</c> shows their use.
    /// </summary>
    /// <remarks>
    /// <para>The pool refuses longer blocks, so that a pipe that needs one takes it from the shared array pool, as with Kestrel's own pool.</para>
    /// <para>A thread keeps 32 free blocks and a core 128. A connection that receives its body faster than the application reads it holds at most 256
    /// blocks: 1 MB, Kestrel's <c>MaxRequestBufferSize</c>. With many such bodies at the same time, the pool has no room for most returned blocks and
    /// allocates new ones; a smaller <c>MaxRequestBufferSize</c> helps. <see cref="PoolStatistics.Dropped"/> counts these blocks.</para>
    /// </remarks>
    public static BufferPool<byte> Pool => KestrelBuffer.Pool;
}

/// <summary>The blocks of Kestrel's memory.</summary>
[PooledBuffer<byte>(MinLength = BlockLength, MaxLength = BlockLength, MaxBuffersPerThread = 32, Oversize = OversizePolicy.Throw)]
internal partial struct KestrelBuffer
{
    private const int BlockLength = 4096;
}
