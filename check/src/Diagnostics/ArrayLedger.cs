namespace PooledGen.Diagnostics;

/// <summary>
/// Decides what happened to the arrays of the framework's pools: which rentals are open, and which returns are mistakes. It gets the events of the pools
/// and has no threads, locks, clocks or stacks of its own, so that a listener in the process and a reader of a trace decide alike. For one thread at a time.
/// </summary>
/// <remarks>
/// <para><b>An array is known by its pool, hash and length.</b> Two arrays may have all three in common, so an array has a list of open rentals and no flag.
/// Only a return without an open rental can be a mistake.</para>
/// <para><b>It accuses only what it has seen.</b> The array of a mistaken return was rented while the ledger listened. A ledger belongs to one watch, so the
/// events of an earlier watch are not in it.</para>
/// <para><b>Some returns are announced late.</b> A pool of <c>ArrayPool.Create</c> announces a return when the array is free already. Another thread may
/// rent and return it, and announce both first. The array then has two open rentals, and each return ends the older one. But if the first of them began
/// before the watch, its late announcement looks like a second return. So such a pool is accused only if the ledger has seen the array's allocation: then
/// it has seen all rentals of the array.</para>
/// </remarks>
/// <typeparam name="TCall">What is recorded about a call of Rent or Return, such as its stack.</typeparam>
/// <param name="areOfOnePlace">Whether two calls come from the same place; null if that is not asked.</param>
internal sealed class ArrayLedger<TCall>(Func<TCall, TCall, bool>? areOfOnePlace = null)
    where TCall : class
{
    // A free array is remembered so that its second return is seen. The limit bounds the memory for arrays that the pools have dropped.
    internal const int MaxFreeArrays = 65_536;

    private readonly Dictionary<(int Hash, int Length), TrackedArray> _arrays = [];
    private readonly HashSet<int> _timelyPools = [];
    private int _freeArrays;

    /// <summary>How many rents the ledger has seen.</summary>
    public long Rents { get; private set; }

    /// <summary>Whether an array was forgotten, so that one without a rental may have had one.</summary>
    public bool HasForgotten { get; private set; }

    /// <summary>The rentals that are not over, in no order.</summary>
    public IEnumerable<ArrayRental<TCall>> Open => _arrays.Values.SelectMany(static array => array.Open);

    /// <summary>Says that a pool announces a return before another thread can rent the array, as <c>ArrayPool&lt;T&gt;.Shared</c> does.</summary>
    public void AddTimelyPool(int pool) => _timelyPools.Add(pool);

    /// <summary>
    /// A pool has allocated an array. A pool of <c>ArrayPool.Create</c> announces that before the array's first rent, and the shared ones after it.
    /// </summary>
    public void Allocate(int pool, int hash, int length) => Find(hash, length).AllocatingPool = pool;

    /// <summary>An array was rented.</summary>
    public ArrayRental<TCall> Rent(int pool, int hash, int length, TCall call)
    {
        // Counted last, so that nothing is counted where there is no memory.
        TrackedArray array = Find(hash, length);
        var rental = new ArrayRental<TCall>(Rents + 1, pool, length, call) { RentedBefore = FindRentBefore(array, pool, call) };
        array.Open.Add(rental);
        Rents++;
        if (array.Open.Count == 1)
            _freeArrays--;

        return rental;
    }

    /// <summary>The open rental that a return to a pool would end; null if there is none.</summary>
    public ArrayRental<TCall>? FindOpen(int pool, int hash, int length)
        => _arrays.TryGetValue((hash, length), out TrackedArray? array) ? array.Open.Find(rental => rental.Pool == pool) : null;

    /// <summary>An array was returned.</summary>
    /// <param name="pool">The pool that it was returned to.</param>
    /// <param name="hash">The array's hash.</param>
    /// <param name="length">The array's length.</param>
    /// <param name="call">The call that returned it.</param>
    /// <param name="rental">The rental that the return ended, or that had ended before; null if the ledger has not seen it.</param>
    public ArrayReturn Return(int pool, int hash, int length, TCall call, out ArrayRental<TCall>? rental)
    {
        rental = null;
        if (!_arrays.TryGetValue((hash, length), out TrackedArray? array))
            return ArrayReturn.Unknown;

        int open = array.Open.FindIndex(rental => rental.Pool == pool);
        if (open < 0 && array.Last?.Pool == pool)
        {
            if (!_timelyPools.Contains(pool) && array.AllocatingPool != pool)
                return ArrayReturn.Unknown;

            rental = array.Last;
            return ArrayReturn.Twice;
        }

        if (array.Open.Count == 0)
            return ArrayReturn.Unknown;

        rental = array.Open[Math.Max(open, 0)];
        End(array, rental, call);
        return open < 0 ? ArrayReturn.ToAnotherPool : ArrayReturn.InOrder;
    }

    /// <summary>Forgets all arrays, because events were lost: what looks like a mistake from now on may be one of them.</summary>
    public void ForgetAll()
    {
        _arrays.Clear();
        _freeArrays = 0;
        HasForgotten = true;
    }

    private TCall? FindRentBefore(TrackedArray array, int pool, TCall call)
        => areOfOnePlace is null || array.Last is not { } last || last.Pool != pool ? null
            : areOfOnePlace(last.Rented, call) ? last.RentedBefore
            : last.Rented;

    private TrackedArray Find(int hash, int length)
    {
        if (_arrays.TryGetValue((hash, length), out TrackedArray? array))
            return array;

        if (_freeArrays >= MaxFreeArrays)
            ForgetFreeArrays();

        _arrays.Add((hash, length), array = new TrackedArray());
        _freeArrays++;
        return array;
    }

    private void End(TrackedArray array, ArrayRental<TCall> rental, TCall call)
    {
        rental.Returned = call;
        array.Open.Remove(rental);
        array.Last = rental;
        if (array.Open.Count == 0)
            _freeArrays++;
    }

    private void ForgetFreeArrays()
    {
        foreach (KeyValuePair<(int Hash, int Length), TrackedArray> entry in _arrays)
        {
            if (entry.Value.Open.Count == 0)
                _arrays.Remove(entry.Key);
        }

        _freeArrays = 0;
        HasForgotten = true;
    }

    /// <summary>The arrays of one hash and length; nearly always one.</summary>
    private sealed class TrackedArray
    {
        /// <summary>The rentals that are not over, oldest first. More than one if arrays have the same hash, or if a return is announced late.</summary>
        public List<ArrayRental<TCall>> Open { get; } = new(1);

        /// <summary>The rental that ended last; null until one has ended.</summary>
        public ArrayRental<TCall>? Last { get; set; }

        /// <summary>The pool whose allocation of the array the ledger has seen; 0 if it has seen none.</summary>
        public int AllocatingPool { get; set; }
    }
}

/// <summary>What a return of an array was.</summary>
internal enum ArrayReturn
{
    /// <summary>It ended an open rental.</summary>
    InOrder,

    /// <summary>The array had been returned before. The pool now gives it to two renters.</summary>
    Twice,

    /// <summary>The array was rented from another pool.</summary>
    ToAnotherPool,

    /// <summary>The ledger has not seen the array's rent, so it cannot judge.</summary>
    Unknown,
}
