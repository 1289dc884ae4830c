namespace PooledGen.Runtime.Tests.Properties;

/// <summary>
/// Random rents, returns, late returns, hand-overs and trims on three threads, one after the other, against a model of who holds which array.
/// </summary>
public class PoolProperties
{
    [Fact]
    public void Steps_OnAnyPool_GiveNoArrayToTwoHoldersAndCountEveryOne()
    {
        using var threads = new WorkerThreads(3);
        Property.HoldsForSteps<RandomPool, PoolSteps>(
            RandomPool.Any,
            (options, steps) =>
            {
                using var pool = new ModelledPool(options, threads);
                foreach (Step<PoolSteps> step in steps)
                    pool.Do(step);

                pool.End();
            },
            sequences: 400,
            longest: 120);
    }
}
