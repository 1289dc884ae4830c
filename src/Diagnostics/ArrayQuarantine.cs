namespace PooledGen.Diagnostics;

/// <summary>
/// Holds returned arrays back for a while, filled with a pattern, so that a write after the return is seen and a read after it gets the pattern. Not safe for
/// several threads at once: the lock of <see cref="ArrayPoolWatch"/> guards it.
/// </summary>
/// <remarks>
/// A pool announces a return on the returning thread, when the array is already the first that this thread would get. So the watch rents it at once, and the
/// pool has not got it any more. The pools of <c>ArrayPool.Create</c> announce it too late for this: another thread may have the array.
/// </remarks>
internal sealed class ArrayQuarantine
{
    // The bytes of all arrays that are held at most, with what the check remembers of them. A program in a small container keeps most of its memory.
    private static readonly long s_maxBytes = Math.Min(64 << 20, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 8);

    private const string OwnerKey = "PooledGen.ArrayQuarantine";

    private readonly Queue<HeldArray> _queue = new();

    // An array that is returned twice must be held once: two legal renters would get it later.
    private readonly Dictionary<Array, HeldArray> _held = new(ReferenceEqualityComparer.Instance);
    private long _bytes;

    private ArrayQuarantine()
    {
    }

    /// <summary>
    /// Creates the quarantine of the process; null if another copy of this library has one. Each of two would see what the other rents and returns.
    /// </summary>
    public static ArrayQuarantine? TryCreate()
    {
        AppDomain process = AppDomain.CurrentDomain;
        lock (process)
        {
            if (process.GetData(OwnerKey) is not null)
                return null;

            process.SetData(OwnerKey, "");
            return new ArrayQuarantine();
        }
    }

    /// <summary>Lets another quarantine be created. This one holds nothing any more.</summary>
    public static void End() => AppDomain.CurrentDomain.SetData(OwnerKey, null);

    /// <summary>
    /// Whether arrays of a pool can be held. The rent of an array that the pool does not keep would allocate one, and a long one would push out all others.
    /// </summary>
    public static bool CanHold(SharedArrayPool pool, int length)
        => !pool.HoldsReferences && length <= SharedArrayPool.MaxKeptLength && (long)length * pool.ElementBytes <= s_maxBytes / 4;

    /// <summary>The array, if it is held, so that its return now is a second one; else null.</summary>
    public HeldArray? Find(Array array) => _held.GetValueOrDefault(array);

    /// <summary>Holds an array. It is not looked at before <see cref="Enqueue"/>.</summary>
    public HeldArray Hold(SharedArrayPool pool, Array array, ArrayRental<ArrayCall>? rental)
    {
        var held = new HeldArray(pool, array, rental);
        _held.Add(array, held);
        return held;
    }

    /// <summary>Adds an array that has the pattern.</summary>
    /// <returns>The arrays that have no room any more, which the caller looks at and gives back to their pools.</returns>
    public List<HeldArray> Enqueue(HeldArray held)
    {
        _queue.Enqueue(held);
        _bytes += held.Bytes;
        List<HeldArray> excess = [];
        while (_bytes > s_maxBytes)
            excess.Add(Take());

        return excess;
    }

    /// <summary>Takes all arrays, oldest first.</summary>
    public List<HeldArray> TakeAll()
    {
        List<HeldArray> all = [];
        while (_queue.Count > 0)
            all.Add(Take());

        return all;
    }

    /// <summary>The arrays that were written since they were returned. They get the pattern again, and stay.</summary>
    public List<ArrayFinding> Look()
    {
        List<ArrayFinding> findings = [];
        foreach (HeldArray held in _queue)
        {
            if (held.FindWrite() is { } finding)
            {
                findings.Add(finding);
                held.Pool.Poison(held.Array);
            }
        }

        return findings;
    }

    private HeldArray Take()
    {
        HeldArray held = _queue.Dequeue();
        _held.Remove(held.Array);
        _bytes -= held.Bytes;
        return held;
    }
}

/// <summary>A returned array that its pool has not got.</summary>
/// <param name="pool">The pool.</param>
/// <param name="array">The array.</param>
/// <param name="rental">Its last rental; null if the watch has not seen it begin.</param>
internal sealed class HeldArray(SharedArrayPool pool, Array array, ArrayRental<ArrayCall>? rental)
{
    // Enough to recognise what was written; it may be a secret.
    private const int ShownBytes = 16;

    // This object, its places in the queue and in the dictionary, and its rental with two calls.
    private const int BytesOfARecord = 320;

    public SharedArrayPool Pool => pool;

    public Array Array => array;

    public ArrayRental<ArrayCall>? Rental => rental;

    /// <summary>The bytes of the array, and of its record: half a million short arrays have records that are longer than they are.</summary>
    public long Bytes => BytesOfARecord + ((long)array.Length * pool.ElementBytes);

    /// <summary>The finding that the array was written after its return; null if it was not.</summary>
    public ArrayFinding? FindWrite()
    {
        ReadOnlySpan<byte> written = pool.FindWrite(array, out int offset);
        return written.IsEmpty ? null : new ArrayFinding(ArrayPoolMisuseKind.WriteAfterReturn, pool.Name, array.Length, rental)
        {
            FirstWritten = offset / pool.ElementBytes,
            LastWritten = (offset + written.Length - 1) / pool.ElementBytes,
            Written = Convert.ToHexString(written[..Math.Min(written.Length, ShownBytes)]),
        };
    }
}
