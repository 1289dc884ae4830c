using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>Chains that many threads give and take: whoever takes one owns all of its nodes, alone.</summary>
public class CoreTierStormTests
{
    [ThreadStatic]
    private static ThreadStack<int>[]? t_none;

    [Fact]
    public void Storm_OfGivesAndTakes_NeverHandsANodeToTwoThreads()
    {
        const int threads = 4, rounds = 200_000, chainLength = 3;
        var pool = new BufferPool<int>("Storm", minLength: 16, maxLength: 16, threadDepth: 8, OversizePolicy.Throw, ClearPolicy.Auto, () => ref t_none);
        var tier = new CoreTier<int>(sizeClasses: 1);
        tier.Prepare(0);
        int doubleHolders = 0, alive = 0;

        var workers = Enumerable.Range(1, threads).Select(id => new Thread(() =>
        {
            for (int i = 0; i < rounds; i++)
            {
                PooledNode<int>? chain = tier.Take(0);
                if (chain is null)
                {
                    chain = NewChain(pool, chainLength);
                    Interlocked.Increment(ref alive);
                }

                // Every node of the chain is claimed, released, and only then given away.
                for (PooledNode<int>? node = chain; node is not null; node = node.Next)
                {
                    if (Interlocked.CompareExchange(ref node.Array[0], id, 0) != 0)
                        Interlocked.Increment(ref doubleHolders);
                }

                for (PooledNode<int>? node = chain; node is not null; node = node.Next)
                    Interlocked.Exchange(ref node.Array[0], 0);

                if (!tier.TryGive(chain))
                    Interlocked.Decrement(ref alive);
            }
        })).ToArray();
        foreach (Thread worker in workers)
            worker.Start();
        foreach (Thread worker in workers)
            worker.Join();

        Assert.Equal(0, doubleHolders);
        Assert.Equal(alive * chainLength, tier.Census(0, chainLength));
    }

    private static PooledNode<int> NewChain(BufferPool<int> pool, int length)
    {
        PooledNode<int>? chain = null;
        for (int i = 0; i < length; i++)
            chain = new PooledNode<int>(pool, new int[16], new ThreadStack<int>(maxDepth: 8), sizeClass: 0) { Next = chain };

        return chain!;
    }
}
