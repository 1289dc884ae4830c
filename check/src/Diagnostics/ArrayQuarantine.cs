namespace PooledGen.Diagnostics;

/// <summary>
/// Holds returned arrays back for a while, filled with a pattern, so that a write after the return is seen and a read after it gets the pattern. Not safe for
/// several threads at once: the lock of <see cref="ArrayPoolWatch"/> guards it.
/// </summary>
/// <remarks>
/// <para>A pool announces a return on the returning thread, when the array is already the first that this thread would get. So the watch rents it at once, and
/// the pool has not got it any more. The pools of <c>ArrayPool.Create</c> announce it too late for this: another thread may have the array. So woven code asks
/// the watch before it returns an array to one, and the pool gets the other array at once.</para>
/// <para>The pool gets another array in exchange, with the pattern in it: without one the next rent would allocate, and code that takes a rented array for
/// zeros would be right for once.</para>
/// </remarks>
internal sealed class ArrayQuarantine
{
    /// <summary>
    /// The bytes of all arrays that are held at most, with what the check remembers of them. A program in a small container keeps most of its memory.
    /// </summary>
    public static readonly long MaxBytes = Math.Min(64 << 20, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 8);

    private const string OwnerKey = "PooledGen.ArrayQuarantine";

    // By pool and length, because an array is exchanged for one of its length.
    private readonly Dictionary<(KnownArrayPool Pool, int Length), Line> _lines = [];

    // An array that is returned twice must be held once: two legal renters would get it later.
    private readonly Dictionary<Array, HeldArray> _held = new(ReferenceEqualityComparer.Instance);

    // The same, as events name them. Of two arrays with one hash it has the newer one.
    private readonly Dictionary<(int Hash, int Length), HeldArray> _byHash = [];
    private long _bytes;

    private ArrayQuarantine(bool poisons, IArrayMarks? marks) => (Poisons, Marks) = (poisons, marks);

    /// <summary>Whether the arrays are overwritten.</summary>
    public bool Poisons { get; }

    /// <summary>Marks the arrays for woven code; null if there is none.</summary>
    public IArrayMarks? Marks { get; }

    /// <summary>
    /// Creates the quarantine of the process; null if another copy of this library has one. Each of two would see what the other rents and returns.
    /// </summary>
    /// <param name="poisons">Whether the arrays are overwritten.</param>
    /// <param name="marks">Marks the arrays for woven code; null if there is none.</param>
    public static ArrayQuarantine? TryCreate(bool poisons, IArrayMarks? marks)
    {
        AppDomain process = AppDomain.CurrentDomain;
        lock (process)
        {
            if (process.GetData(OwnerKey) is not null)
                return null;

            process.SetData(OwnerKey, "");
            return new ArrayQuarantine(poisons, marks);
        }
    }

    /// <summary>Lets another quarantine be created. This one holds nothing any more.</summary>
    public static void End() => AppDomain.CurrentDomain.SetData(OwnerKey, null);

    /// <summary>
    /// Whether arrays of a pool can be held. The rent of an array that the pool does not keep would allocate one, and a long one would push out all others.
    /// </summary>
    public static bool CanHold(KnownArrayPool pool, int length)
        => !pool.HoldsReferences && length <= SharedArrayPool.MaxKeptLength && (long)length * pool.ElementBytes <= MaxBytes / 4;

    /// <summary>The array, if it is held, so that its return now is a second one; else null.</summary>
    public HeldArray? Find(Array array) => _held.GetValueOrDefault(array);

    /// <summary>Holds an array. It is not looked at before <see cref="Exchange"/>.</summary>
    public HeldArray Hold(KnownArrayPool pool, Array array, ArrayCall returned, ArrayRental<ArrayCall>? rental)
    {
        var held = new HeldArray(this, pool, array, returned, rental);
        _held.Add(array, held);
        _byHash[(array.GetHashCode(), array.Length)] = held;
        return held;
    }

    /// <summary>
    /// Lets go of an array that a pool rents out: it was returned twice, once by code that is not woven, so that the pool had it all the same. Its renter uses
    /// it by right.
    /// </summary>
    public void LetGo(int hash, int length)
    {
        if (!_byHash.Remove((hash, length), out HeldArray? held))
            return;

        held.IsRented = true;
        _held.Remove(held.Array);
        if (!_lines.TryGetValue((held.Pool, length), out Line? line) || !line.Arrays.Contains(held))
            return;

        Marks?.Unmark(held.Array, held.ArrayBytes);
        line.Arrays = new Queue<HeldArray>(line.Arrays.Where(other => other != held));
        line.Bytes -= held.Bytes;
        _bytes -= held.Bytes;
    }

    /// <summary>
    /// Keeps an array that has the pattern. There is a new array for its pool until the quarantine is full, and then the oldest one of the same length: a new
    /// one for each return takes half the program's time. Each length has at least half of its even share, also one that comes late.
    /// </summary>
    /// <param name="held">The array.</param>
    /// <param name="spare">What the pool gets in exchange and is not held any more; null if that is a new array.</param>
    /// <returns>Arrays of other lengths that have no room any more. Their pools got others in exchange for them.</returns>
    public List<HeldArray> Exchange(HeldArray held, out HeldArray? spare)
    {
        (KnownArrayPool Pool, int Length) key = (held.Pool, held.Array.Length);
        if (!_lines.TryGetValue(key, out Line? line))
            _lines.Add(key, line = new Line());

        bool isFull = _bytes + held.Bytes > MaxBytes;
        spare = isFull && line.Arrays.Count > 0 && line.Bytes >= MaxBytes / (2 * _lines.Count) ? Take(line) : null;
        Mark(held);
        line.Arrays.Enqueue(held);
        line.Bytes += held.Bytes;
        _bytes += held.Bytes;
        List<HeldArray> excess = [];
        while (_bytes > MaxBytes)
            excess.Add(Take(_lines.Values.Where(other => other != line).MaxBy(static other => other.Bytes)!));

        return excess;
    }

    /// <summary>Takes all arrays, in no order.</summary>
    public List<HeldArray> TakeAll()
    {
        List<HeldArray> all = [];
        foreach (Line line in _lines.Values)
        {
            while (line.Arrays.Count > 0)
                all.Add(Take(line));
        }

        return all;
    }

    /// <summary>The arrays that were written since they were returned. They get the pattern again, and stay.</summary>
    public List<ArrayFinding> Look()
    {
        List<ArrayFinding> findings = [];
        foreach (HeldArray held in _lines.Values.SelectMany(static line => line.Arrays))
        {
            if (held.FindWrite() is { } finding)
            {
                findings.Add(finding);
                held.Pool.Poison(held.Array);
            }
        }

        return findings;
    }

    /// <summary>The finding that an array is used that is held; null if the address lies in none.</summary>
    /// <param name="address">The address of the first element that is used.</param>
    /// <param name="call">The call that uses it.</param>
    /// <param name="bytes">How many bytes are used; 0 if it is not known which they are.</param>
    /// <param name="site">The number of the place in the woven code.</param>
    public ArrayFinding? FindUse(nint address, ArrayCall call, long bytes, long site)
    {
        foreach (HeldArray held in _held.Values)
        {
            if (ArrayFinding.FindUse(held.Pool, held.Array, held.Rental, address, call, bytes, site) is { } finding)
                return finding;
        }

        return null;
    }

    private void Mark(HeldArray held)
    {
        try
        {
            Marks?.Mark(held.Array, held.ArrayBytes, isInItsPool: false);
        }
        catch (OutOfMemoryException)
        {
            // Uses of this array are not seen.
        }
    }

    private HeldArray Take(Line line)
    {
        HeldArray held = line.Arrays.Dequeue();
        Marks?.Unmark(held.Array, held.ArrayBytes);
        _held.Remove(held.Array);
        _byHash.Remove((held.Array.GetHashCode(), held.Array.Length));
        line.Bytes -= held.Bytes;
        _bytes -= held.Bytes;
        return held;
    }

    /// <summary>The arrays of one pool and length, oldest first.</summary>
    private sealed class Line
    {
        public Queue<HeldArray> Arrays { get; set; } = new();

        public long Bytes { get; set; }
    }
}
