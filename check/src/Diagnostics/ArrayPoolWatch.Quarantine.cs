namespace PooledGen.Diagnostics;

// Returned arrays wait in the quarantine while an observer looks for late writes. The watch takes an array out of its pool when it is returned, gives the pool
// another one in exchange, and looks at each array that leaves.
internal sealed partial class ArrayPoolWatch
{
    private ArrayQuarantine? _quarantine;
    private bool _isQuarantineTaken;

    // By the id of the shared pool.
    private readonly Dictionary<int, long> _returnsBeforeTheTypeWasFound = [];

    // What the quarantine is for, in a sentence.
    private string _sought = "Late writes";

    // Arrays with references are held back in no pool, so nothing was missed there.
    private IEnumerable<(int Pool, long Returns)> ReturnsMissed
        => from pool in _returnsBeforeTheTypeWasFound
           where _pools.Find(pool.Key) is not { HoldsReferences: true }
           select (pool.Key, pool.Value);

    // Takes an array that the calling thread has just returned out of its pool again; null if that was not possible.
    private static Array? TakeBack(SharedArrayPool? pool, int hash, int length)
    {
        if (pool is null || !ArrayQuarantine.CanHold(pool, length))
            return null;

        Array array;
        using (ArrayPoolEvents.BelongToTheRentOf(pool.Id, hash, length))
            array = pool.Rent(length);

        if (array.GetHashCode() == hash && array.Length == length)
            return array;

        // The rent of this one was recorded, so its return is.
        GiveBack(pool, array);
        return null;
    }

    private static void GiveBackForTheCheck(SharedArrayPool pool, Array array)
    {
        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.BelongToTheReturnOf(pool.Id, array.GetHashCode(), array.Length);
        GiveBack(pool, array);
    }

    // An interrupt that ends a wait for a lock of the pool is meant for the caller's own waits. The return is not repeated, for the pool may have the array.
    private static void GiveBack(SharedArrayPool pool, Array array)
    {
        try
        {
            pool.Return(array);
        }
        catch (ThreadInterruptedException)
        {
            Thread.CurrentThread.Interrupt();
        }
    }

    // The quarantine keeps the array, and the pool gets another one. Code that clears what it returns may take what it rents for zeros.
    private void Exchange(HeldArray held, IArrayPoolObserver observer, CreatedReturn? created)
    {
        KnownArrayPool pool = held.Pool;
        ArrayQuarantine quarantine = held.Quarantine;
        bool isClear = quarantine.Poisons && pool.IsClear(held.Array);
        if (quarantine.Poisons)
            pool.Poison(held.Array);

        List<HeldArray> left = [];
        HeldArray? old = held;
        using (EnterLedger())
        {
            if (held.IsRented)
                return;

            // The quarantine may have ended meanwhile, and another one begun, which does not know the array.
            if (_quarantine?.Find(held.Array) == held)
                left = _quarantine.Exchange(held, out old);
        }

        if (old is not null)
            left.Add(old);

        LookAt(left, observer);
        bool isOldGood = old is not null && quarantine.Marks?.IsPinned(old.Array) != false;
        if ((isOldGood ? old!.Array : TryAllocate(quarantine, pool, held.Array.Length)) is not { } spare)
            return;

        // Without the pattern the program gets what it would get without the check.
        if (!quarantine.Poisons)
            Array.Copy(held.Array, spare, spare.Length);
        else if (isClear)
            Array.Clear(spare);
        else
            pool.Poison(spare);

        if (created is null)
            GiveBackForTheCheck((SharedArrayPool)pool, spare);
        else
            GiveToCreatedPool(created, spare, isNew: !isOldGood);
    }

    // The ledger sees all rentals of a new array.
    private void GiveToCreatedPool(CreatedReturn created, Array spare, bool isNew)
    {
        created.Spare = spare;
        if (!isNew)
            return;

        using (EnterLedger())
            LedgerOfNow().Allocate(created.Id, spare.GetHashCode(), spare.Length);
    }

    // Without memory the pool gets nothing, and its next rent allocates.
    private static Array? TryAllocate(ArrayQuarantine quarantine, KnownArrayPool pool, int length)
    {
        try
        {
            Array array = pool.Allocate(length);
            quarantine.Marks?.AddPinned(array);
            return array;
        }
        catch (OutOfMemoryException)
        {
            return null;
        }
    }

    private static void LookAt(List<HeldArray> left, IArrayPoolObserver observer)
    {
        foreach (HeldArray held in left)
        {
            if (held.FindWrite() is { } finding)
                Report(finding, observer);
        }
    }

    private void BeginToHold(IArrayPoolObserver observer)
    {
        using (EnterLedger())
        {
            _quarantine ??= ArrayQuarantine.TryCreate(observer.Poisons, observer.Marks);
            _isQuarantineTaken = _quarantine is null;
            _sought = observer.Marks is null ? "Late writes" : observer.Poisons ? "Uses after the return and late writes" : "Uses after the return";
        }
    }

    // Returns what was held: it comes back to no pool, and the caller looks at it.
    private List<HeldArray> EndToHold()
    {
        List<HeldArray> all;
        using (EnterLedger())
        {
            _isQuarantineTaken = false;
            if (_quarantine is null)
                return [];

            all = _quarantine.TakeAll();
            _returned?.RemoveAll(static _ => true);
            _returned = null;
            _returning.Clear();
            _quarantine = null;
        }

        ArrayQuarantine.End();
        return all;
    }

    // Looks under the lock: an array that leaves the quarantine meanwhile would be written by its next renter. Reports after it, because a probe reads symbols.
    private void LookForWrites(IArrayPoolObserver observer)
    {
        List<ArrayFinding> findings;
        using (EnterLedger())
            findings = _quarantine?.Look() ?? [];

        findings.ForEach(finding => Report(finding, observer));
    }
}
