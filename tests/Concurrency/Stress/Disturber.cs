namespace PooledGen.Stress;

/// <summary>A thread that trims all the time, changes the budgets, and turns checks, samples and listeners on and off.</summary>
internal sealed class Disturber
{
    private readonly Random _random;
    private readonly Thread _thread;
    private volatile bool _isOver;
    private int _findings;

    public Disturber(int seed)
    {
        _random = new Random(seed);
        _thread = new Thread(Run);
    }

    public int Checks { get; private set; }

    public int Findings => _findings;

    public void Start() => _thread.Start();

    public void Stop()
    {
        _isOver = true;
        _thread.Join();
    }

    private void Run()
    {
        PooledBuffers.MisuseFound += OnMisuse;
        while (!_isOver)
        {
            int kind = _random.Next(100);
            if (kind == 0)
                Check();
            else if (kind == 1)
                Listen();
            else if (kind == 2)
                PooledBuffers.SamplesPerSecond = 1000 * _random.Next(2);
            else if (kind == 3)
                PooledBuffers.Trim();
            else
                Trim(StormPools.All[_random.Next(StormPools.All.Length)].Pool);

            Thread.Sleep(_random.Next(3));
        }

        PooledBuffers.SamplesPerSecond = 0;
        foreach (StormPool pool in StormPools.All)
            pool.Pool.MaxRetainedBytes = long.MaxValue;

        PooledBuffers.MisuseFound -= OnMisuse;
    }

    private void Trim(BufferPool pool)
    {
        pool.Trim();
        pool.MaxRetainedBytes = _random.Next(8) switch { 0 => 0, 1 => _random.Next(64 * 1024), _ => long.MaxValue };
    }

    // What is out when the check ends is a leak in its eyes, so it may throw.
    private void Check()
    {
        RentalCheck check = RentalCheck.Start();
        Checks++;
        Thread.SpinWait(_random.Next(10_000));
        try
        {
            check.Dispose();
        }
        catch (PoolMisuseException)
        {
            // The findings came to the listener, too.
        }
    }

    // A listener that hears of every rental: all of them take the slow path meanwhile.
    private void Listen()
    {
        using var listener = new RentalListener();
        Thread.SpinWait(_random.Next(10_000));
    }

    private void OnMisuse(object? pool, PoolMisuse misuse) => Interlocked.Increment(ref _findings);
}
