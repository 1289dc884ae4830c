namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>A thread that ends leaves its buffers to the others.</summary>
public partial class ThreadEndTests
{
    [PooledBuffer<int>(MaxLength = 256)]
    private partial struct IntBuffer;

    [PooledBuffer<int>(MaxLength = 256)]
    private partial struct ChurnBuffer;

    [Fact]
    public void EndedThread_LeavesItsBuffersToTheOthers()
    {
        RunToTheEnd(static () => IntBuffer.Rent(200).Dispose());
        CollectEndedThreads();
        PoolStatistics before = IntBuffer.Pool.Statistics;
        Assert.Equal((1, 1), (before.Rents, before.Retained));

        IntBuffer.Rent(200).Dispose();

        PoolStatistics after = IntBuffer.Pool.Statistics;
        Assert.Equal((2, 1, 1), (after.Rents, after.Misses, after.Retained));
    }

    [Fact]
    public void ManyShortThreads_LoseNoBufferAndNoCount()
    {
        const int threads = 200;
        for (int i = 0; i < threads; i++)
        {
            RunToTheEnd(static () =>
            {
                using var a = ChurnBuffer.Rent(200);
                using var b = ChurnBuffer.Rent(20);
            });
        }

        CollectEndedThreads();

        PoolStatistics statistics = ChurnBuffer.Pool.Statistics;
        Assert.Equal(2 * threads, statistics.Rents);
        Assert.Equal(0, statistics.InUse);
        Assert.Equal(statistics.Misses, statistics.Retained + statistics.Dropped);
    }

    private static void RunToTheEnd(ThreadStart work)
    {
        var thread = new Thread(work);
        thread.Start();
        thread.Join();
    }

    // What a thread leaves behind is given back by a finalizer.
    private static void CollectEndedThreads()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }
}
