using System.Diagnostics;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>Native memory is given back at once, so the idle timer awaits no garbage collection once there is a pool of native buffers.</summary>
public class NativeTrimTests
{
    [Fact]
    public void APoolOfNativeBuffers_AllowsVisits()
    {
        var trimScheduler = new TrimScheduler(clock: null, TimeSpan.FromMilliseconds(1), long.MaxValue);
        var pool = new PlacedPool<byte>(BufferStorage.Native, trimScheduler: trimScheduler);
        pool.Use(1000, 3);

        var limit = Stopwatch.StartNew();
        while (pool.Pool.ReservedBytes > 0 && limit.Elapsed < TimeSpan.FromMinutes(1))
            Thread.Sleep(20);

        Assert.Equal((0, 3), (pool.Pool.Statistics.Retained, pool.Pool.Statistics.Trimmed));
    }
}
