using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;

namespace PooledGen.Diagnostics;

/// <summary>
/// Follows the arrays of the framework's pools while there are observers. The framework calls it on the thread that rents or returns, inside of Rent and
/// Return and so under any lock of their caller. So no foreign code runs under its lock, and nothing is formatted there.
/// </summary>
/// <remarks>
/// All that a watch has seen belongs to the instance. An event that is under way while the watch stops is written to the stopped instance, where no later
/// watch sees it (<c>ArrayPoolStormTests</c>).
/// </remarks>
internal sealed class ArrayPoolWatch : EventListener
{
    // Stacks of returns are taken while all stacks take less than a third of the time, and those of rents up to five sixths: a finding without the stack of its
    // rent helps nobody. Tests with deep stacks and a rent every few microseconds reach that.
    private const double StackShareOfReturns = 1 / 3.0;
    private const double StackShareOfRents = 5 / 6.0;

    // The share of the memory that is in use where an allocation may fail.
    private const double FullShare = 0.8;

    // The open observers, in the order in which they were opened. Only Open and Close take this lock, before any other: a listener is created under it,
    // which takes the lock of all listeners.
    private static readonly List<IArrayPoolObserver> s_open = [];
    private static ArrayPoolWatch? s_watch;

    // A pool announces a drop after the return, and `Shared` announces an allocation after its rent, on the same thread. A weak reference, because the
    // thread may keep it for ever, and a stack keeps the assemblies of its methods (PluginTests).
    [ThreadStatic]
    private static WeakReference<ArrayCallSite>? t_lastSite;

    [ThreadStatic]
    private static int t_lastHash;

    // A pool of `ArrayPool.Create` announces an allocation before its rent.
    [ThreadStatic]
    private static bool t_isAllocated;

    // The time that stacks took on this thread, in the watch that began then.
    [ThreadStatic]
    private static long t_ticksForStacks;

    [ThreadStatic]
    private static long t_begin;

    // A handler of the program may run inside of the work here, for an assembly that is loaded or an exception that is thrown, and rent.
    [ThreadStatic]
    private static bool t_isAtWork;

    [ThreadStatic]
    private static bool t_isTakingStack;

    // Also the lock of all that follows.
    private readonly ArrayLedger<ArrayCall> _ledger = new(static (one, other) => one.Site == other.Site);
    private readonly HashSet<int> _seenPools = [];

    // What was raised on the thread that has the lock, in the middle of a step. It is recorded at the end of the step, before another thread can return it.
    private readonly Queue<NestedEvent> _nested = new();
    private ArrayQuarantine? _quarantine;

    // Null before the first observer and from the end on. A field of the instance: an event that is under way while the watch stops must not reach the observer
    // of the next watch, because this ledger has missed events meanwhile (ArrayPoolStormTests).
    private volatile IArrayPoolObserver? _newest;

    private readonly SharedArrayPools _pools = new();
    private readonly ArrayCallSites _sites = new();
    private readonly long _begin = Stopwatch.GetTimestamp();
    private long _rentsWithoutStack;
    private long _rentsOfChecks;
    private long _returnsBeforeTheTypeWasFound;
    private bool _isQuarantineTaken;

    // What the quarantine is for, in a sentence.
    private string _sought = "Late writes";
    private int _timesMemoryWasFull;
    private volatile bool _hasSeenAnEvent;

    // How many full collections the ledger knows of. Memory does not run out without one.
    private int _fullCollections = GC.CollectionCount(GC.MaxGeneration);
    private volatile bool _hasFailed;

    /// <summary>Begins to follow arrays for an observer.</summary>
    /// <exception cref="NotSupportedException">The pools of this process raise no events.</exception>
    public static void Open(IArrayPoolObserver observer)
    {
        using (Uninterrupted.Lock(s_open))
        {
            ArrayPoolWatch watch = s_watch ??= Start();
            s_open.Add(observer);
            watch._newest = Newest;
            if (observer.Holds)
                watch.BeginToHold(observer);
        }
    }

    /// <summary>Ends an observer: arrays that are rented from now on do not belong to it.</summary>
    /// <returns>Its arrays that are still rented; null if it was closed before.</returns>
    public static List<ArrayRental<ArrayCall>>? Close(IArrayPoolObserver observer)
    {
        using (Uninterrupted.Lock(s_open))
        {
            if (!s_open.Remove(observer))
                return null;

            ArrayPoolWatch watch = s_watch!;
            watch._newest = Newest;
            if (observer.Holds && !s_open.Exists(static open => open.Holds))
                watch.EndToHold(observer);

            List<ArrayRental<ArrayCall>> unreturned = watch.TakeUnreturned(observer);
            if (s_open.Count == 0)
            {
                watch.Dispose();
                s_watch = null;
            }

            return unreturned;
        }
    }

    /// <summary>
    /// Looks for late writes, and takes the rentals of an observer that are not over, in the order in which they began. The caller reports them; they are not
    /// reported again.
    /// </summary>
    public static List<ArrayRental<ArrayCall>> Verify(IArrayPoolObserver observer)
    {
        using (Uninterrupted.Lock(s_open))
        {
            if (s_watch is not { } watch)
                return [];

            watch.LookForWrites(observer);
            return watch.TakeUnreturned(observer);
        }
    }

    /// <summary>
    /// The open rentals, which stay open, the stacks with the numbers of their rents, how many rents there were, and what the watch could not see.
    /// </summary>
    public static (ArrayRental<ArrayCall>[] Open, IEnumerable<ArrayCallSite> Sites, long Rents, long Newest, IReadOnlyList<string> Remarks) Look(
        IArrayPoolObserver observer)
    {
        if (s_watch is not { } watch)
            return ([], [], 0, 0, []);

        watch.LookForWrites(observer);
        using (watch.EnterLedger())
        {
            return (
                [.. watch.LedgerOfNow().Open.Where(static rental => !rental.Rented.IsOfACheck)],
                watch._sites.All,
                watch._ledger.Rents - watch._rentsOfChecks,
                watch._ledger.Rents,
                [.. watch.Remarks]);
        }
    }

    /// <summary>The finding that woven code uses an array after its return; null if the array is not held any more.</summary>
    /// <param name="observer">The check that gets the finding.</param>
    /// <param name="address">The address of the first element that is used.</param>
    /// <param name="bytes">How many bytes; 0 if it is not known which they are.</param>
    /// <param name="site">The number of the place in the woven code.</param>
    public static ArrayFinding? FindUse(IArrayPoolObserver observer, nint address, long bytes, long site)
    {
        if (s_watch is not { } watch)
            return null;

        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.BelongInsideACheck();
        var call = new ArrayCall(watch.TakeStack(double.MaxValue, nested: null), Environment.CurrentManagedThreadId, watch, observer);
        using (watch.EnterLedger())
            return watch._quarantine?.FindUse(address, call, bytes, site);
    }

    /// <summary>Sentences about what the watch of this moment could not see; null if there are none.</summary>
    public static string? RemarksOfNow
    {
        get
        {
            if (s_watch is not { } watch)
                return null;

            using (watch.EnterLedger())
                return watch.Remarks.Any() ? string.Join(' ', watch.Remarks) : null;
        }
    }

    /// <summary>The finding that an array was not returned.</summary>
    public static ArrayFinding NotReturned(ArrayRental<ArrayCall> rental)
        => new(ArrayPoolMisuseKind.NotReturned, rental.Rented.Watch.NameOf(rental.Pool), rental.Length, rental);

    protected override void OnEventSourceCreated(EventSource source)
    {
        if (source.Name == ArrayPoolEvents.Source)
            EnableEvents(source, EventLevel.Verbose);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        _hasSeenAnEvent = true;
        if (_newest is not { } newest || eventData.Payload is not [int hash, int length, int pool, ..] payload)
            return;

        bool wasAtWork = t_isAtWork;
        bool isOfTheProgram = !ArrayPoolEvents.AreInsideACheck && !ArrayPoolEvents.AreOfACheck;
        try
        {
            if (ArrayPoolEvents.AreOwn(eventData.EventName, pool, hash, length))
                return;

            // NativeAOT reads the names of frames from their text, and rents for that: each stack would cause a hundred events.
            if (t_isTakingStack && !RuntimeFeature.IsDynamicCodeSupported)
                return;

            Add(ProbeContext.Run ?? newest, eventData.EventName, pool, hash, length, payload, wasAtWork);
        }
        catch (Exception)
        {
            // For example no memory. The ledger has missed the event.
            _hasFailed = true;
        }
        finally
        {
            t_isAtWork = wasAtWork;
        }

        // Last, because a probe may run code of the program here.
        if (isOfTheProgram && eventData.EventName is "BufferRented" or "BufferReturned")
            ProbeContext.CountEvent();
    }

    private void Add(
        IArrayPoolObserver observer, string? name, int pool, int hash, int length, IReadOnlyList<object?> payload, bool wasAtWork)
    {
        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.BelongInsideACheck();
        t_isAtWork = true;
        bool isInAStep = Monitor.IsEntered(_ledger);
        NestedEvent? nested = wasAtWork || isInAStep ? new NestedEvent(observer, name, pool, hash, length, payload, TakeNestedStack()) : null;
        if (isInAStep)
            _nested.Enqueue(nested!);
        else
            Add(observer, name, pool, hash, length, payload, nested);
    }

    private void Add(IArrayPoolObserver observer, string? name, int pool, int hash, int length, IReadOnlyList<object?> payload, NestedEvent? nested)
    {
        switch (name)
        {
            case "BufferRented":
                Rented(observer, pool, hash, length, nested);
                break;
            case "BufferReturned":
                Returned(observer, pool, hash, length, nested);
                break;
            case "BufferAllocated" when hash == t_lastHash:
                observer.Count(ArrayPoolEvents.IsTooLong(payload) ? ArrayPoolNoteKind.TooLong : ArrayPoolNoteKind.Allocated, LastSite);
                break;
            case "BufferAllocated":
                t_isAllocated = true;
                using (EnterLedger())
                    LedgerOfNow().Allocate(pool, hash, length);

                break;
            case "BufferDropped":
                observer.Count(ArrayPoolNoteKind.Dropped, LastSite);
                break;
        }
    }

    // What is rented to take the stack has none.
    private static StackTrace? TakeNestedStack()
    {
        if (t_isTakingStack || ArrayPoolEvents.AreOfACheck)
            return null;

        t_isTakingStack = true;
        try
        {
            return new StackTrace(fNeedFileInfo: false);
        }
        catch (Exception)
        {
            // As in TakeStack.
            return null;
        }
        finally
        {
            t_isTakingStack = false;
        }
    }

    private IEnumerable<string> Remarks
    {
        get
        {
            if (_rentsWithoutStack > 0)
            {
                yield return $"{_rentsWithoutStack} of {_ledger.Rents - _rentsOfChecks} rentals have no stack, so that the check does not take five times as "
                    + "long as the code: those of them that were not returned cannot be judged. Check less at once to see all.";
            }

            if (_timesMemoryWasFull > 0)
            {
                yield return $"Memory was used up {_timesMemoryWasFull} times. Events of the pools may be lost then, so the arrays that were out are not "
                    + "judged.";
            }

            if (_sites.AreCut)
                yield return $"There were more than {ArrayCallSites.MaxWholeStacks} different stacks, so later ones have their nearest frames only.";

            if (_isQuarantineTaken)
                yield return $"{_sought} were not looked for, because another check in this process, of another copy of PooledGen, has the returned arrays.";

            if (_quarantine is not null && _pools.UnknownPools is > 0 and int unknown)
            {
                string pools = unknown == 1 ? "pool" : "pools";
                yield return $"{_sought} were not looked for in {unknown} {pools}, because the type of the elements is not known.";
            }
            else if (_quarantine is not null && _returnsBeforeTheTypeWasFound is > 0 and long early)
            {
                string returns = early == 1 ? "1 return" : $"{early} returns";
                yield return $"{_sought} were not looked for after {returns}, because the type of the elements was not yet known.";
            }
        }
    }

    private static IArrayPoolObserver? Newest => s_open.FindLast(static observer => !observer.IsProbe) ?? s_open.LastOrDefault();

    private static ArrayCallSite? LastSite => t_lastSite is { } last && last.TryGetTarget(out ArrayCallSite? site) ? site : null;

    private static ArrayPoolWatch Start()
    {
        ArrayPoolEvents.CreateSource();
        var watch = new ArrayPoolWatch();
        ProbeRental();
        if (watch._hasSeenAnEvent)
            return watch;

        watch.Dispose();
        throw ArrayPoolEvents.CreateMissing("The check of ArrayPool");
    }

    // The ledger, for a caller with the lock. Where memory runs out, an event may be lost, in the framework or here, and the ledger would take the return of a
    // rent that it has missed for a second one. So it forgets what is out. A handler of FirstChanceException needs memory, too, and ended the process.
    private ArrayLedger<ArrayCall> LedgerOfNow()
    {
        int fullCollections = GC.CollectionCount(GC.MaxGeneration);
        if (_hasFailed || (fullCollections != _fullCollections && IsMemoryFull()))
        {
            _timesMemoryWasFull++;
            _ledger.ForgetAll();
        }

        (_fullCollections, _hasFailed) = (fullCollections, false);
        return _ledger;
    }

    // The collection before an allocation fails blocks all threads, and leaves a heap without room.
    private static bool IsMemoryFull()
    {
        GCMemoryInfo last = GC.GetGCMemoryInfo(GCKind.FullBlocking);
        return last.TotalCommittedBytes > FullShare * last.TotalAvailableMemoryBytes;
    }

    private static void ProbeRental() => ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(1));

    private void Rented(IArrayPoolObserver observer, int pool, int hash, int length, NestedEvent? nested)
    {
        var call = new ArrayCall(TakeStack(StackShareOfRents, nested), Environment.CurrentManagedThreadId, this, observer);
        (t_lastHash, t_lastSite) = (hash, call.Site?.Weak);
        if (t_isAllocated)
        {
            t_isAllocated = false;
            observer.Count(ArrayPoolNoteKind.Allocated, call.Site);
        }

        // The first stack of a pool tells whether it is a shared one.
        bool isNewSharedPool;
        using (EnterLedger())
        {
            isNewSharedPool = nested is null && call.Site is not null && _seenPools.Add(pool) && (call.Site.IsOfSharedPool || _pools.Find(pool) is not null);
            if (isNewSharedPool)
                _ledger.AddTimelyPool(pool);

            if (call.IsOfACheck)
                _rentsOfChecks++;
            else if (call.Site is null)
                _rentsWithoutStack++;
            else
                call.Site.Rents++;

            LedgerOfNow().Rent(pool, hash, length, call);
        }

        if (isNewSharedPool)
            _pools.Seek(pool);
    }

    private void Returned(IArrayPoolObserver observer, int pool, int hash, int length, NestedEvent? nested)
    {
        bool isLeftOut = nested is null && observer.SamplesReturns && LeavesOutStackOfReturn(pool, hash, length);
        ArrayCallSite? site = isLeftOut ? null : TakeStack(StackShareOfReturns, nested);
        (t_lastHash, t_lastSite) = (hash, site?.Weak);
        var call = new ArrayCall(site, Environment.CurrentManagedThreadId, this, observer);
        SharedArrayPool? shared = _pools.Find(pool);
        Array? array = _quarantine is null || nested is not null || call.IsOfACheck ? null : TakeBack(shared, hash, length);

        ArrayReturn what;
        ArrayRental<ArrayCall>? rental;
        HeldArray? held = null;
        bool isCertain, isOfSharedPool;
        using (EnterLedger())
        {
            // By reference, so this is certain. The ledger might take it for the return of another array with the same hash.
            if (array is not null && _quarantine?.Find(array) is { } twice)
            {
                (what, rental) = (ArrayReturn.Twice, twice.Rental);
            }
            else
            {
                what = LedgerOfNow().Return(pool, hash, length, call, out rental);
                if (array is not null)
                    held = _quarantine?.Hold(shared!, array, call, rental);
            }

            isCertain = !_ledger.HasForgotten;
            isOfSharedPool = shared is not null || (site ?? rental?.Rented.Site)?.IsOfSharedPool == true;
            if (_quarantine is not null && shared is null && isOfSharedPool)
                _returnsBeforeTheTypeWasFound++;
        }

        if (held is not null)
            Exchange(held, observer);
        else if (array is not null && what != ArrayReturn.Twice)
            GiveBackForTheCheck(shared!, array);

        if (what == ArrayReturn.Unknown && !(isCertain && isOfSharedPool && observer.SeesAllRents && !call.IsOfACheck))
        {
            observer.Count(ArrayPoolNoteKind.UnknownArrayReturned, site);
        }
        else if (what != ArrayReturn.InOrder)
        {
            var finding = new ArrayFinding(KindOf(what), NameOf(rental?.Pool ?? pool), length, rental)
            {
                Again = call with { Site = site ?? TakeStack(double.MaxValue, nested) },
                OtherPool = what == ArrayReturn.ToAnotherPool ? NameOf(pool) : null,
            };
            Report(finding, observer);
        }
    }

    // Not of a return that may be a mistake itself: it ends no open rental of its pool.
    private bool LeavesOutStackOfReturn(int pool, int hash, int length)
    {
        using (EnterLedger())
            return _ledger.FindOpen(pool, hash, length)?.Rented.Site?.WantsStackOfReturn() == false;
    }

    private static ArrayPoolMisuseKind KindOf(ArrayReturn what) => what switch
    {
        ArrayReturn.Twice => ArrayPoolMisuseKind.DoubleReturn,
        ArrayReturn.Unknown => ArrayPoolMisuseKind.ReturnedWithoutRent,
        _ => ArrayPoolMisuseKind.ReturnedToAnotherPool,
    };

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
    private void Exchange(HeldArray held, IArrayPoolObserver observer)
    {
        SharedArrayPool pool = held.Pool;
        ArrayQuarantine quarantine = held.Quarantine;
        bool isClear = quarantine.Poisons && pool.IsClear(held.Array);
        if (quarantine.Poisons)
            pool.Poison(held.Array);

        List<HeldArray> left = [];
        HeldArray? old = held;
        using (EnterLedger())
        {
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

        GiveBackForTheCheck(pool, spare);
    }

    // Without memory the pool gets nothing, and its next rent allocates.
    private static Array? TryAllocate(ArrayQuarantine quarantine, SharedArrayPool pool, int length)
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

    // What happened in the run of a probe belongs to the probe, also if another check has found it.
    private static void Report(ArrayFinding finding, IArrayPoolObserver observer) => (finding.Run ?? observer).Add(finding);

    private void BeginToHold(IArrayPoolObserver observer)
    {
        using (EnterLedger())
        {
            _quarantine ??= ArrayQuarantine.TryCreate(observer.Poisons, observer.Marks);
            _isQuarantineTaken = _quarantine is null;
            _sought = observer.Marks is null ? "Late writes" : observer.Poisons ? "Uses after the return and late writes" : "Uses after the return";
        }
    }

    private void EndToHold(IArrayPoolObserver observer)
    {
        List<HeldArray> all;
        using (EnterLedger())
        {
            _isQuarantineTaken = false;
            if (_quarantine is null)
                return;

            all = _quarantine.TakeAll();
            _quarantine = null;
        }

        LookAt(all, observer);
        ArrayQuarantine.End();
    }

    // Under the lock: an array that leaves the quarantine meanwhile would be written by its next renter.
    private void LookForWrites(IArrayPoolObserver observer)
    {
        using (EnterLedger())
            _quarantine?.Look().ForEach(finding => Report(finding, observer));
    }

    private List<ArrayRental<ArrayCall>> TakeUnreturned(IArrayPoolObserver observer)
    {
        using (EnterLedger())
        {
            List<ArrayRental<ArrayCall>> unreturned =
                [.. LedgerOfNow().Open.Where(rental => IsOpenOf(observer, rental)).OrderBy(static rental => rental.Number)];
            foreach (ArrayRental<ArrayCall> rental in unreturned)
                rental.IsReported = true;

            return unreturned;
        }
    }

    private static bool IsOpenOf(IArrayPoolObserver observer, ArrayRental<ArrayCall> rental)
        => (rental.Rented.Observer == observer || (rental.Rented.Observer as IProbeRun)?.Probe == observer)
            && !rental.IsReported
            && !rental.Rented.IsOfACheck;

    private string NameOf(int pool) => _pools.Find(pool)?.Name ?? ArrayMisuse.UnknownPool;

    // One second is added to the time, so that a short test has all stacks.
    private ArrayCallSite? TakeStack(double shareOfTime, NestedEvent? nested)
    {
        long start = Stopwatch.GetTimestamp();
        if (t_begin != _begin)
            (t_begin, t_ticksForStacks) = (_begin, 0);

        if (ArrayPoolEvents.AreOfACheck || t_ticksForStacks > shareOfTime * (start - _begin + Stopwatch.Frequency))
            return null;

        // To take one needs more of the thread's memory than a small thread has.
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            return null;

        // What is rented meanwhile has no stack, or each stack would cause another one.
        bool wasTakingStack = t_isTakingStack;
        t_isTakingStack = true;
        try
        {
            StackTrace? stack = nested is null ? new StackTrace(fNeedFileInfo: false) : nested.Stack;
            if (stack is null)
                return null;

            // An interrupt that ends a wait for a lock here is meant for the caller's own waits.
            ArrayCallSite site = Uninterrupted.Run(static state => state._sites.Find(state.stack), (_sites, stack));
            t_ticksForStacks += Stopwatch.GetTimestamp() - start;
            return site;
        }
        catch (Exception)
        {
            // For example no memory. The ledger must see the event all the same: it would take the return of a rent that it missed for a second one.
            return null;
        }
        finally
        {
            t_isTakingStack = wasTakingStack;
        }
    }

    private LedgerScope EnterLedger() => new() { Watch = this, Lock = Uninterrupted.Lock(_ledger) };

    /// <summary>An event that was raised while its thread was at work here. Its array is not held: that would be work again.</summary>
    private sealed record NestedEvent(
        IArrayPoolObserver Observer, string? Name, int Pool, int Hash, int Length, IReadOnlyList<object?> Payload, StackTrace? Stack);

    /// <summary>A step of the ledger under its lock. Its end records what was raised meanwhile.</summary>
    private ref struct LedgerScope
    {
        public ArrayPoolWatch Watch;
        public Uninterrupted.LockScope Lock;

        public readonly void Dispose()
        {
            try
            {
                while (Watch._nested.TryDequeue(out NestedEvent? nested))
                    Watch.Add(nested.Observer, nested.Name, nested.Pool, nested.Hash, nested.Length, nested.Payload, nested);
            }
            catch (Exception)
            {
                // As in OnEventWritten.
                Watch._hasFailed = true;
            }
            finally
            {
                Lock.Dispose();
            }
        }
    }
}
