namespace PooledGen.Runtime.Tests;

/// <summary>Tests that have returned everything to their pool when they end, however they ended.</summary>
public abstract class PoolTests<T>(BufferPool<T> pool) : IDisposable
{
    public void Dispose()
    {
        Assert.Equal(0, pool.GetStatistics().InUse);
        Assert.Equal(0, pool.GetStatistics().MisuseCount);
        GC.SuppressFinalize(this);
    }
}
