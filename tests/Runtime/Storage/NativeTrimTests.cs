namespace PooledGen.Runtime.Tests.Storage;

/// <summary>Native memory is given back at once, so the idle timer awaits no garbage collection once there is a pool of native buffers.</summary>
public class NativeTrimTests
{
    [Fact]
    public void APoolOfNativeBuffers_AllowsVisits()
    {
        var trimmer = new IdleTrimmer(clock: null, TimeSpan.FromMilliseconds(1), long.MaxValue);
        var pool = new PlacedPool<byte>(BufferStorage.Native, trimmer: trimmer);
        pool.Use(1000, 3);

        Assert.True(SpinWait.SpinUntil(() => pool.Pool.ReservedBytes == 0, TimeSpan.FromMinutes(1)), "The timer has trimmed nothing.");
        Assert.Equal((0, 3), (pool.Pool.GetStatistics().Retained, pool.Pool.GetStatistics().Trimmed));
    }
}
