using System.Buffers;
using System.Numerics;

namespace PooledGen.Diagnostics;

// The pools of ArrayPool.Create. Such a pool announces a return when another thread may have the array already, and nothing tells the type of its elements.
// Woven code knows both: it asks the watch before it returns an array, which is then held back, and the pool gets another one of its length.
internal sealed partial class ArrayPoolWatch
{
    // A pool of Create keeps arrays of this length, and of this length times a power of two. It throws where an array has a length between two of these.
    private const int ShortestLength = 16;

    private const int MaxCreatedPools = 65_536;
    private const int MaxPlaces = 4;

    [ThreadStatic]
    private static CreatedReturn? t_created;

    // Also the lock. Pools come and go, and a type may be unloaded.
    private readonly Dictionary<int, WeakReference<KnownArrayPool>> _createdPools = [];

    private readonly HashSet<string> _unwatchedPlaces = [];
    private long _unwatchedReturns;

    /// <summary>Returns an array to a pool of <c>ArrayPool.Create</c>, and holds it back.</summary>
    /// <param name="pool">The pool. Its type is the framework's own.</param>
    /// <param name="array">The array. It is not empty.</param>
    /// <param name="clearArray">What the caller of Return has asked for.</param>
    /// <param name="announce">Raises the event that the pool raises for a return, with the hash, the length and the pool's id.</param>
    /// <returns>False if nothing was done, so that the caller returns the array itself.</returns>
    // The event comes first, so that each listener of the process hears of the return, and each copy of this library leaves out what the pool gets instead.
    public static bool TryReturn<T>(ArrayPool<T> pool, T[] array, bool clearArray, Action<int, int, int> announce)
    {
        if (s_watch is not { _newest: not null, _quarantine: not null } watch)
            return false;

        int id = pool.GetHashCode(), hash = array.GetHashCode(), length = array.Length;
        CreatedArrayPools<T> known = CreatedArrayPools<T>.Instance;
        watch.NoteCreatedPool(id, known);
        if (t_isAtWork || ArrayPoolEvents.AreOfACheck || length < ShortestLength || !BitOperations.IsPow2(length) || !ArrayQuarantine.CanHold(known, length))
            return false;

        if (clearArray)
            Array.Clear(array);

        var created = new CreatedReturn(known, id, array);
        CreatedReturn? outer = t_created;
        t_created = created;
        try
        {
            announce(hash, length, id);
        }
        finally
        {
            t_created = outer;
        }

        // An array that is held must not get into the pool. If there was no memory for another one, the pool gets none, and its next rent allocates.
        if ((created.IsHeld ? created.Spare : array) is T[] given)
        {
            using (ArrayPoolEvents.BelongToTheReturnOf(id, given.GetHashCode(), length))
                pool.Return(given);
        }

        return true;
    }

    private void NoteCreatedPool(int id, KnownArrayPool known)
    {
        using (Uninterrupted.Lock(_createdPools))
        {
            if (FindCreatedPool(id) == known)
                return;

            if (_createdPools.Count >= MaxCreatedPools)
                _createdPools.Clear();

            _createdPools[id] = new WeakReference<KnownArrayPool>(known);
        }
    }

    private KnownArrayPool? FindCreatedPool(int id)
    {
        using (Uninterrupted.Lock(_createdPools))
            return _createdPools.TryGetValue(id, out WeakReference<KnownArrayPool>? found) && found.TryGetTarget(out KnownArrayPool? known) ? known : null;
    }

    // A return after which the array is not held back, but for those that are held back in no pool. Called under the lock.
    private void CountUnwatched(int pool, int length, ArrayCallSite? site, ArrayRental<ArrayCall>? rental, bool isOfSharedPool)
    {
        if (_quarantine is null)
            return;

        if (isOfSharedPool)
        {
            _returnsBeforeTheTypeWasFound[pool] = _returnsBeforeTheTypeWasFound.GetValueOrDefault(pool) + 1;
        }
        else if ((site ?? rental?.Rented.Site) is not null && (FindCreatedPool(pool) is not { } known || ArrayQuarantine.CanHold(known, length)))
        {
            _unwatchedReturns++;
            if (_unwatchedPlaces.Count < MaxPlaces && site?.NearestMethod is { } method)
                _unwatchedPlaces.Add(method);
        }
    }

    /// <summary>A return by woven code that is under way on its thread.</summary>
    /// <param name="pool">What is known of the pool.</param>
    /// <param name="id">Its id.</param>
    /// <param name="array">The array.</param>
    private sealed class CreatedReturn(KnownArrayPool pool, int id, Array array)
    {
        private bool _isHeard;

        public KnownArrayPool Pool => pool;

        public int Id => id;

        public Array Array => array;

        /// <summary>Whether the quarantine has the array, so that the pool must not get it.</summary>
        public bool IsHeld { get; set; }

        /// <summary>What the pool gets instead.</summary>
        public Array? Spare { get; set; }

        /// <summary>Whether an event is the announcement of this return. There is one.</summary>
        public bool TryHear(int pool, int hash) => !_isHeard && (_isHeard = pool == id && hash == array.GetHashCode());
    }
}
