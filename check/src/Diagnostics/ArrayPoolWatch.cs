using System.Diagnostics.Tracing;

namespace PooledGen.Diagnostics;

/// <summary>
/// Follows the arrays of the framework's pools while there are observers. The framework calls it on the thread that rents or returns, inside of Rent and
/// Return and so under any lock of their caller. So no foreign code runs under its lock, and nothing is formatted there.
/// </summary>
/// <remarks>
/// All that a watch has seen belongs to the instance. An event that is under way while the watch stops is written to the stopped instance, where no later
/// watch sees it (<c>ArrayPoolStormTests</c>).
/// <para>This file has the observers and the ledger that they look into. ArrayPoolWatch.Events.cs hears of rents and returns and judges them,
/// ArrayPoolWatch.Quarantine.cs moves arrays between the pools and the quarantine, and ArrayPoolWatch.Created.cs does that for pools of <c>Create</c>.
/// ArrayPoolWatch.Derived.cs marks the arrays of pools that the program has written.</para>
/// </remarks>
internal sealed partial class ArrayPoolWatch : EventListener
{
    // The share of the memory that is in use where an allocation may fail.
    private const double FullShare = 0.8;

    // The open observers, in the order in which they were opened. Only Open and Close take this lock, before any other but that of all listeners, which a
    // thread that opens or closes may have already. So no watch is created or disposed of under this lock (Check_InsideOfAListener_WaitsForNoOtherThread).
    private static readonly List<IArrayPoolObserver> s_open = [];
    private static ArrayPoolWatch? s_watch;

    // Also the lock of all that follows.
    private readonly ArrayLedger<ArrayCall> _ledger = new(static (one, other) => one.Site == other.Site);
    private readonly HashSet<int> _seenPools = [];

    // Null before the first observer and from the end on. A field of the instance: an event that is under way while the watch stops must not reach the observer
    // of the next watch, because this ledger has missed events meanwhile (ArrayPoolStormTests).
    private volatile IArrayPoolObserver? _newest;

    private readonly SharedArrayPools _pools = new();
    private readonly ArrayCallSites _sites = new();

    // A method that rents from each shared pool whose elements are of an unknown type.
    private readonly Dictionary<int, string> _renters = [];
    private long _rentsWithoutStack;
    private long _rentsOfChecks;
    private int _timesMemoryWasFull;
    private volatile bool _hasSeenAnEvent;

    // How many full collections the ledger knows of. Memory does not run out without one.
    private int _fullCollections = GC.CollectionCount(GC.MaxGeneration);
    private volatile bool _hasFailed;
    private CancellationTokenRegistration _unloading;

    /// <summary>Begins to follow arrays for an observer.</summary>
    /// <exception cref="NotSupportedException">The pools of this process raise no events.</exception>
    public static void Open(IArrayPoolObserver observer)
    {
        if (TryOpen(observer, begun: null) is not null)
            return;

        // Another thread may begin a watch meanwhile.
        ArrayPoolWatch begun = Start();
        if (TryOpen(observer, begun) != begun)
            End(begun);
    }

    /// <summary>Ends an observer: arrays that are rented from now on do not belong to it.</summary>
    /// <returns>Its arrays that are still rented; null if it was closed before.</returns>
    public static List<ArrayRental<ArrayCall>>? Close(IArrayPoolObserver observer)
    {
        List<ArrayRental<ArrayCall>> unreturned;
        List<HeldArray> held = [];
        ArrayPoolWatch watch;
        bool isLast;
        using (Uninterrupted.Lock(s_open))
        {
            if (!s_open.Remove(observer))
                return null;

            watch = s_watch!;
            watch._newest = Newest;
            if (observer.Holds && !s_open.Exists(static open => open.Holds))
                held = watch.EndToHold();

            unreturned = watch.TakeUnreturned(observer);
            isLast = s_open.Count == 0;
            if (isLast)
                s_watch = null;
        }

        if (isLast)
            End(watch);

        // After the lock, because a probe reads symbols for what it reports.
        LookAt(held, observer);
        return unreturned;
    }

    /// <summary>
    /// Looks for late writes, and takes the rentals of an observer that are not over, in the order in which they began. The caller reports them; they are not
    /// reported again.
    /// </summary>
    // Not under s_open, because a probe reads symbols for what it reports (Report_OfALateWrite_HoldsNoLock). Benign race: the ledger of a watch that is closed
    // meanwhile stays right, and has a lock of its own.
    public static List<ArrayRental<ArrayCall>> Verify(IArrayPoolObserver observer)
    {
        if (s_watch is not { } watch)
            return [];

        watch.LookForWrites(observer);
        return watch.TakeUnreturned(observer);
    }

    /// <summary>
    /// The open rentals, which stay open, the stacks with the numbers of their rents, how many rents there were, after how many returns an array was not held
    /// back, and what else the watch could not see.
    /// </summary>
    public static (
        ArrayRental<ArrayCall>[] Open, IEnumerable<ArrayCallSite> Sites, long Rents, long Newest, long Unwatched, IReadOnlyList<string> Remarks) Look(
        IArrayPoolObserver observer)
    {
        if (s_watch is not { } watch)
            return ([], [], 0, 0, 0, []);

        watch.LookForWrites(observer);
        using (watch.EnterLedger())
        {
            return (
                [.. watch.LedgerOfNow().Open.Where(static rental => !rental.Rented.IsOfACheck)],
                watch._sites.All,
                watch._ledger.Rents - watch._rentsOfChecks,
                watch._ledger.Rents,
                watch.ReturnsMissed.Sum(static pool => pool.Returns) + watch._unwatchedReturns,
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
        var call = new ArrayCall(watch._sites.Take(double.MaxValue), Environment.CurrentManagedThreadId, watch, observer);
        using (watch.EnterLedger())
            return watch._quarantine?.FindUse(address, call, bytes, site) ?? watch._returned?.FindUse(address, call, bytes, site);
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

            if (_quarantine is null)
                yield break;

            if (_pools.UnknownPools is { Count: > 0 } unknown)
            {
                string renters = Listed("rented from in", unknown.Select(pool => _renters.GetValueOrDefault(pool)).OfType<string>());
                yield return $"{_sought} were not looked for in {Counted(unknown.Count, "pool")}{renters}, because the type of the elements is not known.";
            }

            (int Pool, long Returns)[] late = [.. ReturnsMissed.Where(missed => _pools.Find(missed.Pool) is not null)];
            if (late.Length > 0)
            {
                yield return $"{_sought} were not looked for after {Counted(late.Sum(static pool => pool.Returns), "return")}"
                    + $"{Listed("to", late.Select(missed => NameOf(missed.Pool)))}, because the type of the elements was not yet known.";
            }

            if (_unwatchedReturns > 0)
            {
                yield return $"{_sought} were not looked for after {Counted(_unwatchedReturns, "return")} to pools of ArrayPool.Create"
                    + $"{Listed("in", _unwatchedPlaces)}, because such a pool may rent the array out before the check hears of the return.";
            }
        }
    }

    private static string Counted(long count, string what) => count == 1 ? $"1 {what}" : $"{count} {what}s";

    private static string Listed(string what, IEnumerable<string> names)
    {
        string[] all = [.. names.Distinct()];
        return all.Length == 0 ? "" : $", {what} {string.Join(", ", all.Take(MaxPlaces))}{(all.Length > MaxPlaces ? " and others" : "")}";
    }

    private static IArrayPoolObserver? Newest => s_open.FindLast(static observer => !observer.IsProbe) ?? s_open.LastOrDefault();

    // Opens the observer with the watch that there is, or else with the one that was begun for it. Returns that watch; null if there is neither.
    private static ArrayPoolWatch? TryOpen(IArrayPoolObserver observer, ArrayPoolWatch? begun)
    {
        using (Uninterrupted.Lock(s_open))
        {
            s_watch ??= begun;
            if (s_watch is not { } watch)
                return null;

            s_open.Add(observer);
            watch._newest = Newest;
            if (observer.Holds)
                watch.BeginToHold(observer);

            return watch;
        }
    }

    // A listener that an interrupt left would hear all rents for ever.
    private static void End(ArrayPoolWatch watch) => Uninterrupted.Run(
        static watch =>
        {
            watch.Dispose();

            // Dispose would wait for the callback, which may wait for the lock under which the framework calls listeners.
            watch._unloading.Unregister();
            return true;
        },
        watch);

    // Of a check that was left open: the framework keeps listeners, and they keep this library. No static field may refer to the watch either, because it
    // refers to the framework's pools in tables of weak keys (PluginTests).
    private static void EndAtUnload(ArrayPoolWatch watch)
    {
        using (Uninterrupted.Lock(s_open))
        {
            s_open.Clear();
            s_watch = null;
            watch._newest = null;
            watch.EndToHold();
        }

        End(watch);
    }

    private static ArrayPoolWatch Start()
    {
        ArrayPoolEvents.RentOnce();
        var watch = new ArrayPoolWatch();
        ArrayPoolEvents.RentOnce();
        if (watch._hasSeenAnEvent)
        {
            watch._unloading = Unloading.Token.Register(() => EndAtUnload(watch));
            return watch;
        }

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

    private string NameOf(int pool) => _pools.Find(pool)?.Name ?? FindCreatedPool(pool)?.Name ?? ArrayMisuse.UnknownPool;
}
