namespace PooledGen.PoolCheck.Tests;

/// <summary>
/// A program that uses two pools as it should, and tells a ledger what the pools announce. The first pool is a shared one. The second one announces a return
/// when the array is free already, so another thread may rent and return it before. Arrays have few different hashes.
/// </summary>
/// <remarks>
/// An array that was rented before the watch, or before events were lost, has its hash alone: the ledger cannot tell it from a known one with the same hash.
/// </remarks>
internal sealed class PoolWorld
{
    public const int Shared = 1, Created = 2;

    private readonly List<PooledArray> _arrays = [];
    private readonly List<PooledArray> _announcements = [];
    private int _nextOwnHash = 1000;

    public PoolWorld(int unseen)
    {
        Ledger.AddTimelyPool(Shared);
        for (int i = 0; i < unseen; i++)
            _arrays.Add(new PooledArray(i % 2 == 0 ? Shared : Created, _nextOwnHash++, 16) { IsOut = true, IsUnseen = true });
    }

    public ArrayLedger<string> Ledger { get; } = new();

    /// <summary>What the ledger said of the returns.</summary>
    public List<ArrayReturn> Verdicts { get; } = [];

    public IReadOnlyList<PooledArray> Out => [.. _arrays.Where(static array => array.IsOut)];

    /// <summary>The pool gives out an array that it has allocated.</summary>
    public PooledArray RentNew(int pool, int hash, int length)
    {
        if (_arrays.Exists(array => array.IsUnseen && array.HasKey(hash, length)))
            hash = _nextOwnHash++;

        var array = new PooledArray(pool, hash, length);
        _arrays.Add(array);
        if (pool == Created)
            Ledger.Allocate(pool, hash, length);

        Rent(array);
        if (pool == Shared)
            Ledger.Allocate(pool, hash, length);

        return array;
    }

    public PooledArray RentNewOfOwnHash(int pool, int length) => RentNew(pool, _nextOwnHash++, length);

    /// <summary>The pool gives out an array that was returned, if there is one.</summary>
    public void RentFree(int index)
    {
        PooledArray[] free = [.. _arrays.Where(static array => !array.IsOut && !array.IsLeftAlone)];
        if (free.Length > 0)
            Rent(free[index % free.Length]);
    }

    public void Return(PooledArray array)
    {
        array.IsOut = false;
        if (array.Pool == Shared)
            Announce(array);
        else
            _announcements.Add(array);
    }

    /// <summary>The pool announces one of the returns, in any order.</summary>
    public void AnnounceOne(int index)
    {
        if (_announcements.Count == 0)
            return;

        PooledArray array = _announcements[index % _announcements.Count];
        _announcements.Remove(array);
        Announce(array);
    }

    public void AnnounceAll()
    {
        while (_announcements.Count > 0)
            AnnounceOne(0);
    }

    /// <summary>Loses events, and lets the ledger forget all. From now on it has not seen what is out, or what was not announced yet.</summary>
    public void Lose()
    {
        Ledger.ForgetAll();
        foreach (PooledArray array in _arrays.Where(array => array.IsOut || _announcements.Contains(array)).ToArray())
        {
            array.IsUnseen = true;
            if (_arrays.Count(other => other.HasKey(array.Hash, array.Length)) == 1)
                continue;

            _arrays.Remove(array);
            _announcements.RemoveAll(other => other == array);
        }
    }

    private void Rent(PooledArray array)
    {
        array.IsOut = true;
        array.Rental = Ledger.Rent(array.Pool, array.Hash, array.Length, "rent");
    }

    private void Announce(PooledArray array) => Verdicts.Add(Ledger.Return(array.Pool, array.Hash, array.Length, "return", out _));
}

/// <summary>An array of a <see cref="PoolWorld"/>.</summary>
internal sealed class PooledArray(int pool, int hash, int length)
{
    public int Pool => pool;

    public int Hash => hash;

    public int Length => length;

    public bool IsOut { get; set; }

    /// <summary>Whether the ledger missed a rent of it.</summary>
    public bool IsUnseen { get; set; }

    /// <summary>Whether the world does not rent it again.</summary>
    public bool IsLeftAlone { get; set; }

    public ArrayRental<string>? Rental { get; set; }

    public bool HasKey(int otherHash, int otherLength) => hash == otherHash && length == otherLength;
}
