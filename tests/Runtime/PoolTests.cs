namespace PooledGen.Runtime.Tests;

/// <summary>Tests that have returned everything to their pool when they end, however they ended.</summary>
public abstract class PoolTests<T>(BufferPool<T> pool) : IDisposable
{
    public void Dispose()
    {
        Assert.Equal(0, pool.Statistics.InUse);
        Assert.Equal(0, pool.Statistics.Misuse);
        GC.SuppressFinalize(this);
    }
}
