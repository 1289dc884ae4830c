namespace PooledGen;

/// <summary>What only a pool of bytes can create.</summary>
public static class BufferPoolExtensions
{
    /// <summary>Creates a stream like <see cref="MemoryStream"/> over rented segments: <c>using var stream = PacketBuffer.Pool.CreateStream();</c></summary>
    /// <param name="pool">The pool that the segments are rented from.</param>
    /// <param name="segmentLength">
    /// The length up to which segments grow: 1 to the pool's <see cref="BufferPool.MaxLength"/>; 0 for the pool's largest size class up to 64 KB.
    /// </param>
    /// <param name="budget">The budget that the segments count against; null for none.</param>
    /// <returns>An empty stream. Dispose it.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The segment length is negative, or above the pool's <see cref="BufferPool.MaxLength"/>.</exception>
    public static PooledStream CreateStream(this BufferPool<byte> pool, int segmentLength = 0, BufferBudget? budget = null)
        => new(pool, segmentLength, budget);
}
