using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests;

/// <summary>Tests that have returned everything to their pool when they end, however they ended.</summary>
public abstract class PoolTests<T>(BufferPool<T> pool) : IDisposable
{
    public void Dispose()
    {
        // A free buffer that the finalizer's thread takes over from a thread of the test before counts as in use on its way to the core tier.
        Collections.Until(() => pool.Statistics.InUse == 0);

        Assert.Equal(0, pool.Statistics.InUse);
        Assert.Equal(0, pool.Statistics.Misuse);
        GC.SuppressFinalize(this);
    }
}
