using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>Batches that many threads give and take, whole, in part and one by one, while slots close: a thread that gets a node has it alone.</summary>
[Trait("Category", "Long")]
public class CoreTierStormTests
{
    private const int Depth = 3;

    [ThreadStatic]
    private static ThreadStack[]? t_none;

    private readonly BufferPool<int> _pool = new(
        TestPool.Options(static () => ref t_none) with { MaxLength = 16, MaxBuffersPerThread = Depth });

    private readonly CoreTier _tier = new(depths: [Depth]);

    private int _alive;
    private int _doubleHolders;
    private int _refills;
    private int _nativeRents;

    [Fact]
    public void Storm_OfGivesAndTakes_NeverHandsANodeToTwoThreads()
    {
        const int threads = 4, rounds = 1_000_000;
        _tier.TryPrepare(0);
        using var isOver = new CancellationTokenSource();
        Thread[] workers = [.. Enumerable.Range(1, threads).Select(id => new Thread(() => Work(id, rounds)))];
        var closer = new Thread(() =>
        {
            while (!isOver.IsCancellationRequested)
                CloseAndOpen();
        });
        closer.Start();
        foreach (Thread worker in workers)
            worker.Start();
        foreach (Thread worker in workers)
            worker.Join();

        isOver.Cancel();
        closer.Join();

        Assert.Equal(0, _doubleHolders);
        Assert.Equal(_alive, _tier.CountNodes(0));
        var walk = new PoolWalk(_pool);
        walk.VisitTier(_tier, depths: [Depth]);
        Assert.Empty(walk.Broken);
        Assert.Equal(_alive, walk.Free.Nodes);
        Assert.InRange(_refills, rounds / 10, int.MaxValue);
        Assert.InRange(_nativeRents, rounds / 10, int.MaxValue);
        Assert.Equal(_nativeRents, _tier.CountRents(0));
    }

    private void Work(int id, int rounds)
    {
        ThreadStack full = NewStack(Depth), small = NewStack(1);
        List<PooledNode> held = [];
        for (int i = 0; i < rounds; i++)
        {
            // Into the small one the rest of a batch does not go: it stays where it was.
            ThreadStack stack = i % 2 == 0 ? full : small;
            if (i % 3 == 0 && _tier.TryRentNative(0) is { } near)
            {
                held.Add(near);
                Interlocked.Increment(ref _nativeRents);
            }
            else if (_tier.TryRefill(stack, 0, out _) is { } rented)
            {
                held.Add(rented);
                Interlocked.Increment(ref _refills);
            }
            else
            {
                AddNew(held);
            }

            while (stack.PopRepaired(out _) is { } node)
                held.Add(node);

            // All are claimed, released, and only then given away.
            foreach (PooledNode node in held)
            {
                if (Interlocked.CompareExchange(ref ((int[])node.Array)[0], id, 0) != 0)
                    Interlocked.Increment(ref _doubleHolders);
            }

            foreach (PooledNode node in held)
                Interlocked.Exchange(ref ((int[])node.Array)[0], 0);

            GiveAll(held, full);
        }
    }

    private void GiveAll(List<PooledNode> held, ThreadStack stack)
    {
        foreach (PooledNode node in held)
        {
            if (!stack.TryPush(node) && !_tier.TryAddNative(node) && !_tier.TryAdd(node))
                Interlocked.Decrement(ref _alive);
        }

        _tier.TrySpill(stack, 0, out _);
        while (stack.PopRepaired(out _) is { } node)
        {
            if (!_tier.TryAdd(node))
                Interlocked.Decrement(ref _alive);
        }

        held.Clear();
    }

    private void AddNew(List<PooledNode> held)
    {
        Interlocked.Add(ref _alive, Depth);
        for (int i = 0; i < Depth; i++)
            held.Add(new PooledNode(new int[16], block: null, NewStack(0), sizeClass: 0));
    }

    private void CloseAndOpen()
    {
        while (_tier.RemainingCapacity(0) > 0)
            _tier.Grow(0, nodes: 1);

        // A wait that this ends would leave slots half closed.
        Thread.SpinWait(200);
        Thread.CurrentThread.Interrupt();
        Interlocked.Add(ref _alive, -_tier.Close(0, trimmed: null, out _));
    }

    private ThreadStack NewStack(int depth)
    {
        var stack = new ThreadStack(_pool, depth, ThreadToken.None);
        for (int i = 0; i < depth; i++)
            stack.Grow();

        return stack;
    }
}
