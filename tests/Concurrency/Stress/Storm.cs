using System.Collections.Concurrent;

namespace PooledGen.Stress;

/// <summary>
/// Threads that come and go, from 2 to 64 at a time. Each rents at random from all pools, in all ways, while another thread trims, changes budgets, and turns
/// checks, samples and listeners on and off. A holder fills its buffer with a number that no other holder has, and finds it there at the end of the rental.
/// </summary>
/// <param name="rentals">How many buffers are to be held before it ends.</param>
/// <param name="seed">What the random numbers of all threads start from. How the threads interleave is up to the system.</param>
internal sealed class Storm(int rentals, int seed)
{
    private const int MostThreads = 64;
    private const int MostStepsOfAThread = 10_000;

    // The lengths of this queue and of the rentals in it bound the memory of the storm.
    private const int MostHandedOver = 256;

    private readonly ConcurrentQueue<(StormPool Pool, PooledOwner<long> Owner, long Stamp)> _handedOver = new();
    private long _stamps;
    private long _doubleHolders;

    /// <summary>What limits some of the rentals. It is small enough to refuse a part of them.</summary>
    public BufferBudget Budget { get; } = new(128 * 1024, parent: new BufferBudget(256 * 1024));

    public bool IsOver => Volatile.Read(ref _stamps) >= rentals;

    public long DoubleHolders => Volatile.Read(ref _doubleHolders);

    public int Threads { get; private set; }

    public int Checks { get; private set; }

    public int Findings { get; private set; }

    public void Run()
    {
        var disturber = new Disturber(seed);
        disturber.Start();
        var random = new Random(seed);
        while (!IsOver)
            RunWave(random);

        disturber.Stop();
        (Checks, Findings) = (disturber.Checks, disturber.Findings);
        var last = new Worker(this, seed);
        while (last.TakeOver())
        {
        }
    }

    public long NextStamp() => Interlocked.Increment(ref _stamps);

    public void CountDoubleHolder() => Interlocked.Increment(ref _doubleHolders);

    /// <summary>Puts a rental where another thread ends it.</summary>
    /// <returns>False if too many wait there already.</returns>
    public bool TryHandOver(StormPool pool, PooledOwner<long> owner, long stamp)
    {
        if (_handedOver.Count >= MostHandedOver)
            return false;

        _handedOver.Enqueue((pool, owner, stamp));
        return true;
    }

    public bool TryTakeOver(out (StormPool Pool, PooledOwner<long> Owner, long Stamp) rental) => _handedOver.TryDequeue(out rental);

    private void RunWave(Random random)
    {
        var threads = new Thread[random.Next(2, MostThreads + 1)];
        for (int i = 0; i < threads.Length; i++)
        {
            var worker = new Worker(this, random.Next());
            int steps = random.Next(1, MostStepsOfAThread);
            threads[i] = new Thread(() => worker.Run(steps));
            threads[i].Start();
        }

        foreach (Thread thread in threads)
            thread.Join();

        Threads += threads.Length;
    }
}
