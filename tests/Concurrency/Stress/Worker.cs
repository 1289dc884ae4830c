namespace PooledGen.Stress;

/// <summary>One thread of the storm: it rents, nests and verifies. Its random numbers are its own.</summary>
internal sealed class Worker(Storm storm, int seed)
{
    private const int MostNested = 6;

    private readonly Random _random = new(seed);
    private int _depth;

    public Random Random => _random;

    public void Run(int steps)
    {
        for (int i = 0; i < steps && !storm.IsOver; i++)
            Step();
    }

    /// <summary>Rents an owner, sometimes within the budget of the storm.</summary>
    public PooledOwner<long> Rent(BufferPool<long> elements, int length)
        => _random.Next(4) == 0 && elements.TryRentOwner(length, storm.Budget, out PooledOwner<long> owner) ? owner : elements.RentOwner(length);

    /// <summary>Holds a rented buffer for the time of a few other rentals.</summary>
    public void Hold(Span<long> buffer)
    {
        long stamp = Stamp(buffer);
        Nest();
        Verify(buffer, stamp);
    }

    /// <summary>Holds a rented buffer of references, which starts cleared.</summary>
    public void HoldReferences(Span<object> buffer)
    {
        storm.NextStamp();
        foreach (object? element in buffer)
        {
            if (element is not null)
                storm.CountDoubleHolder();
        }

        var own = new object();
        buffer.Fill(own);
        Nest();
        foreach (object element in buffer)
        {
            if (element != own)
                storm.CountDoubleHolder();
        }
    }

    /// <summary>Fills a buffer with a number that no other holder has.</summary>
    public long Stamp(Span<long> buffer)
    {
        long stamp = storm.NextStamp();
        buffer.Fill(stamp);
        return stamp;
    }

    /// <summary>Counts a double holder if a buffer holds anything but its number.</summary>
    public void Verify(ReadOnlySpan<long> buffer, long stamp)
    {
        foreach (long element in buffer)
        {
            if (element == stamp)
                continue;

            storm.CountDoubleHolder();
            return;
        }
    }

    /// <summary>Hands a rental over to another thread, or ends it here if too many wait already.</summary>
    public void HandOver(StormPool pool, PooledOwner<long> owner, long stamp)
    {
        if (storm.TryHandOver(pool, owner, stamp))
            return;

        Verify(owner.Span, stamp);
        owner.Dispose();
    }

    /// <summary>Ends a rental that another thread handed over, if there is one. Sometimes it goes on in a buffer of another length first.</summary>
    public bool TakeOver()
    {
        if (!storm.TryTakeOver(out (StormPool Pool, PooledOwner<long> Owner, long Stamp) rental))
            return false;

        Verify(rental.Owner.Span, rental.Stamp);
        if (_random.Next(4) == 0)
            Operations.Resize(this, rental.Pool, rental.Owner, rental.Stamp);
        else
            rental.Owner.Dispose();

        return true;
    }

    private void Nest()
    {
        if (_depth == MostNested)
            return;

        _depth++;
        for (int count = _random.Next(3); count > 0; count--)
            Step();

        _depth--;
    }

    private void Step()
    {
        StormPool pool = StormPools.All[_random.Next(StormPools.All.Length)];
        int length = pool.NextLength(_random);
        if (pool.Elements is { } elements && _random.Next(2) == 0)
            Operations.Run(this, pool, elements, length);
        else
            pool.Hold(this, length);
    }
}
