using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;

namespace PooledGen.Diagnostics;

// What the framework announces on the thread that rents or returns: OnEventWritten, then Add, then Rented or Returned, which ask the ledger under its lock and
// report after it. An event that is raised in the middle of that, on the same thread, is a nested one.
internal sealed partial class ArrayPoolWatch
{
    // Stacks of returns are taken while all stacks take less than a third of the time, and those of rents up to five sixths: a finding without the stack of its
    // rent helps nobody. Tests with deep stacks and a rent every few microseconds reach that.
    private const double StackShareOfReturns = 1 / 3.0;
    private const double StackShareOfRents = 5 / 6.0;

    // A pool announces a drop after the return, and `Shared` announces an allocation after its rent, on the same thread. A weak reference, because the
    // thread may keep it for ever, and a stack keeps the assemblies of its methods (PluginTests).
    [ThreadStatic]
    private static WeakReference<ArrayCallSite>? t_lastSite;

    [ThreadStatic]
    private static int t_lastHash;

    // A pool of `ArrayPool.Create` announces an allocation before its rent.
    [ThreadStatic]
    private static bool t_isAllocated;

    // A handler of the program may run inside of the work here, for an assembly that is loaded or an exception that is thrown, and rent.
    [ThreadStatic]
    private static bool t_isAtWork;

    // What was raised on the thread that has the lock, in the middle of a step. It is recorded at the end of the step, before another thread can return it.
    private readonly Queue<NestedEvent> _nested = new();

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
            if (ArrayCallSites.IsTaking && !RuntimeFeature.IsDynamicCodeSupported)
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
            ProbeContext.CountEvent(isReturn: eventData.EventName == "BufferReturned");
    }

    private void Add(
        IArrayPoolObserver observer, string? name, int pool, int hash, int length, IReadOnlyList<object?> payload, bool wasAtWork)
    {
        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.BelongInsideACheck();
        t_isAtWork = true;
        bool isInAStep = Monitor.IsEntered(_ledger);
        NestedEvent? nested = wasAtWork || isInAStep ? new NestedEvent(observer, name, pool, hash, length, payload, ArrayCallSites.TakeNested()) : null;
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

    private static ArrayCallSite? LastSite => t_lastSite is { } last && last.TryGetTarget(out ArrayCallSite? site) ? site : null;

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
            {
                _ledger.AddTimelyPool(pool);
                if (_pools.Find(pool) is null && call.Site?.NearestMethod is { } method)
                    _renters[pool] = method;
            }

            if (call.IsOfACheck)
                _rentsOfChecks++;
            else if (call.Site is null)
                _rentsWithoutStack++;
            else
                call.Site.Rents++;

            _quarantine?.LetGo(hash, length);
            LeavesDerivedPools(hash, length);
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
        CreatedReturn? created = nested is null && t_created is { } announced && announced.TryHear(pool, hash) ? announced : null;
        Array? array = _quarantine is null || nested is not null || call.IsOfACheck ? null
            : created is not null ? created.Array
            : TakeBack(shared, hash, length);

        ArrayReturn what;
        ArrayRental<ArrayCall>? rental;
        HeldArray? held = null;
        bool isCertain, isOfSharedPool;
        using (EnterLedger())
        {
            LeavesDerivedPools(hash, length);

            // By reference, so this is certain. The ledger might take it for the return of another array with the same hash.
            if (array is not null && _quarantine?.Find(array) is { } twice)
            {
                (what, rental) = (ArrayReturn.Twice, twice.Rental);
            }
            else
            {
                what = LedgerOfNow().Return(pool, hash, length, call, out rental);
                if (array is not null)
                    held = _quarantine?.Hold(created?.Pool ?? shared!, array, call, rental);
            }

            isCertain = !_ledger.HasForgotten;
            isOfSharedPool = shared is not null || (site ?? rental?.Rented.Site)?.IsOfSharedPool == true;
            if (created is not null)
                created.IsHeld = held is not null || (array is not null && what == ArrayReturn.Twice);
            else if (shared is null)
                CountUnwatched(pool, length, site, rental, isOfSharedPool);
        }

        if (held is not null)
            Exchange(held, observer, created);
        else if (array is not null && created is null && what != ArrayReturn.Twice)
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

    // A nested event has the stack that was taken when it was raised, or none.
    private ArrayCallSite? TakeStack(double shareOfTime, NestedEvent? nested)
        => nested is null ? _sites.Take(shareOfTime)
            : nested.Stack is { } stack ? _sites.Take(shareOfTime, stack)
            : null;

    // Whether this return may go without a stack. One that ends no open rental of its pool may be a mistake, so it gets its stack.
    private bool LeavesOutStackOfReturn(int pool, int hash, int length)
    {
        using (EnterLedger())
            return _ledger.FindOpen(pool, hash, length)?.Rented.Site?.WantsStackOfReturn() == false;
    }

    private static ArrayPoolMisuseKind KindOf(ArrayReturn what) => what switch
    {
        ArrayReturn.Twice => ArrayPoolMisuseKind.ReturnedTwice,
        ArrayReturn.Unknown => ArrayPoolMisuseKind.ReturnedWithoutRent,
        _ => ArrayPoolMisuseKind.ReturnedToAnotherPool,
    };

    // What happened in the run of a probe belongs to the probe, also if another check has found it.
    private static void Report(ArrayFinding finding, IArrayPoolObserver observer) => (finding.Run ?? observer).Add(finding);

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
