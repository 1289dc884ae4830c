namespace PooledGen.Diagnostics;

/// <summary>
/// The arrays that pools of the program have, marked from their return until their next rent. A pool may have let go of one, so the arrays that were returned
/// longest ago are forgotten. Not safe for several threads at once: the lock of <see cref="ArrayPoolWatch"/> guards it.
/// </summary>
/// <param name="marks">Marks them for woven code.</param>
internal sealed class ReturnedArrays(IArrayMarks marks)
{
    private readonly Dictionary<Array, LinkedListNode<ReturnedArray>> _all = new(ReferenceEqualityComparer.Instance);

    // The same, as events name them. Of two arrays with one hash it has the newer one.
    private readonly Dictionary<(int Hash, int Length), Array> _byHash = [];

    // The same, oldest first.
    private readonly LinkedList<ReturnedArray> _order = [];
    private long _bytes;

    /// <summary>Marks an array, unless it is marked already.</summary>
    public void Add(DerivedArrayPool pool, Array array, ArrayRental<ArrayCall> rental)
    {
        if (_all.ContainsKey(array))
            return;

        var returned = new ReturnedArray(pool, array, rental);
        _all.Add(array, _order.AddLast(returned));
        _byHash[(array.GetHashCode(), array.Length)] = array;
        _bytes += returned.Bytes;
        try
        {
            marks.Mark(array, pool.BytesIn(array), isInItsPool: true);
        }
        catch (OutOfMemoryException)
        {
            // Uses of this array are not seen.
        }

        while (_bytes > ArrayQuarantine.MaxBytes)
            Remove(_order.First!.Value.Array);
    }

    /// <summary>Ends the mark of an array, if it has one.</summary>
    public void Remove(Array array)
    {
        if (!_all.Remove(array, out LinkedListNode<ReturnedArray>? node))
            return;

        _order.Remove(node);
        (int, int) key = (array.GetHashCode(), array.Length);
        if (_byHash.TryGetValue(key, out Array? newer) && newer == array)
            _byHash.Remove(key);

        _bytes -= node.Value.Bytes;
        marks.Unmark(array, node.Value.Pool.BytesIn(array));
    }

    /// <summary>Ends the mark of an array, as an event names it.</summary>
    public void Remove(int hash, int length)
    {
        if (_byHash.TryGetValue((hash, length), out Array? array))
            Remove(array);
    }

    /// <summary>Ends the marks of all arrays of some pools.</summary>
    public void RemoveAll(Predicate<DerivedArrayPool> isMeant)
    {
        foreach (ReturnedArray returned in _order.Where(returned => isMeant(returned.Pool)).ToArray())
            Remove(returned.Array);
    }

    /// <summary>The finding that an array is used; null if the address lies in none.</summary>
    /// <inheritdoc cref="ArrayQuarantine.FindUse"/>
    public ArrayFinding? FindUse(nint address, ArrayCall call, long bytes, long site)
        => _order.Select(returned => ArrayFinding.FindUse(returned.Pool, returned.Array, returned.Rental, address, call, bytes, site))
            .FirstOrDefault(static finding => finding is not null);

    private sealed record ReturnedArray(DerivedArrayPool Pool, Array Array, ArrayRental<ArrayCall> Rental)
    {
        public long Bytes => HeldArray.BytesOfARecord + Pool.BytesIn(Array);
    }
}
