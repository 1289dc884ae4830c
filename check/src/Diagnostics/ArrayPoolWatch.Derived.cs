using System.Runtime.CompilerServices;

namespace PooledGen.Diagnostics;

// Pools of the program that derive from ArrayPool<T>. They announce nothing, so their woven code calls the watch. Such a pool keeps what it is given: its
// arrays are marked from their return until their next rent, and never held back or exchanged.
internal sealed partial class ArrayPoolWatch
{
    // The calls of Return that are under way. One is left out as soon as another thread rents its array, or another pool gets it.
    private readonly Dictionary<object, Array> _returning = new(ReferenceEqualityComparer.Instance);

    private readonly ConditionalWeakTable<Array, DerivedRent> _rents = [];
    private ReturnedArrays? _returned;

    /// <summary>A pool begins to take an array back. From the middle of this call on, another thread may rent the array.</summary>
    /// <param name="call">Stands for the call.</param>
    /// <param name="array">The array.</param>
    public static void BeginReturn(object call, Array array)
    {
        if (s_watch is not { _quarantine.Marks: not null } watch)
            return;

        using (watch.EnterLedger())
        {
            watch._returning[call] = array;
            if (watch._rents.TryGetValue(array, out DerivedRent? rent))
                rent.IsOut = false;
        }
    }

    /// <summary>The call has ended without an exception. The array is marked, unless another thread has rented it or another pool has it.</summary>
    /// <param name="call">Stands for the call.</param>
    /// <param name="array">The array.</param>
    /// <param name="pool">The pool.</param>
    /// <param name="mayEscape">Whether the pool's arrays may get out without a rent. Called under the lock.</param>
    /// <returns>Whether the pool has the array, and it is one that can be marked.</returns>
    public static bool EndReturn(object call, Array array, DerivedArrayPool pool, Func<string, bool> mayEscape)
    {
        if (s_watch is not { _newest: { } observer, _quarantine.Marks: { } marks } watch)
            return false;

        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.BelongInsideACheck();
        bool canBeMarked = ArrayQuarantine.CanHold(pool, array.Length) && !ArrayPoolEvents.AreOfACheck;
        ArrayCallSite? site = canBeMarked && !mayEscape(pool.Code) ? watch._sites.Take(StackShareOfReturns, isOfDerivedPool: true) : null;
        var returned = new ArrayCall(site, Environment.CurrentManagedThreadId, watch, observer);
        using (watch.EnterLedger())
        {
            if (!watch._returning.Remove(call) || !canBeMarked)
                return false;

            // What is marked already was returned twice, or to a pool that it does not belong to.
            if (!mayEscape(pool.Code) && watch._quarantine?.Find(array) is null)
                (watch._returned ??= new ReturnedArrays(marks)).Add(pool, array, watch.RentalOf(array, returned));

            return true;
        }
    }

    /// <summary>The call has ended otherwise.</summary>
    /// <param name="call">Stands for the call.</param>
    public static void ForgetReturn(object call)
    {
        if (s_watch is not { } watch)
            return;

        using (watch.EnterLedger())
            watch._returning.Remove(call);
    }

    /// <summary>A pool gives out an array, which its renter uses by right.</summary>
    /// <param name="array">The array.</param>
    /// <param name="isOutermost">Whether the caller is other code than that of a pool.</param>
    /// <returns>
    /// False if other code than that of a pool has rented the array already and has not returned it: one return then does not end the uses of both. Each pool
    /// that has a part in the second rent is told, because any of them may get the array back.
    /// </returns>
    public static bool EndRent(Array array, bool isOutermost)
    {
        // Also while the watch ends, and has no observer any more.
        if (s_watch is not { } watch)
            return true;

        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.BelongInsideACheck();
        ArrayCall? rented = watch is not { _newest: { } observer, _quarantine.Marks: not null } ? null
            : new ArrayCall(watch._sites.Take(StackShareOfRents, isOfDerivedPool: true), Environment.CurrentManagedThreadId, watch, observer);
        using (watch.EnterLedger())
        {
            watch.GetsOut(array);
            watch._returned?.Remove(array);
            bool isOut = watch._rents.TryGetValue(array, out DerivedRent? known) && known.IsOut;
            if (rented is not null)
                watch._rents.AddOrUpdate(array, new DerivedRent(rented) { IsOut = isOut || isOutermost });

            return !isOut;
        }
    }

    /// <summary>Arrays of some pools may get out without a rent, so none of them is marked any more.</summary>
    /// <param name="code">The name of the pools.</param>
    public static void Unmark(string code)
    {
        if (s_watch is not { } watch)
            return;

        using (watch.EnterLedger())
            watch._returned?.RemoveAll(pool => pool.Code == code);
    }

    // A pool of the framework has the array, or has given it out. Called under the lock.
    private void LeavesDerivedPools(int hash, int length)
    {
        foreach ((object call, Array array) in _returning)
        {
            if (array.Length == length && array.GetHashCode() == hash)
                _returning.Remove(call);
        }

        _returned?.Remove(hash, length);
    }

    private void GetsOut(Array rented)
    {
        foreach ((object call, Array array) in _returning)
        {
            if (array == rented)
                _returning.Remove(call);
        }
    }

    private ArrayRental<ArrayCall> RentalOf(Array array, ArrayCall returned)
    {
        ArrayCall rented = _rents.TryGetValue(array, out DerivedRent? known) ? known.Call : returned with { Site = null };
        return new ArrayRental<ArrayCall>(number: 0, pool: 0, array.Length, rented) { Returned = returned };
    }

    /// <summary>The last rent of an array. The lock of the watch guards it.</summary>
    /// <param name="call">The call of Rent.</param>
    private sealed class DerivedRent(ArrayCall call)
    {
        public ArrayCall Call => call;

        /// <summary>Whether code outside of a pool has the array.</summary>
        public bool IsOut { get; set; }
    }
}
