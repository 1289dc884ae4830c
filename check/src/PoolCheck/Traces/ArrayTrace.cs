using System.Diagnostics.Tracing;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using static System.FormattableString;

namespace PooledGen.PoolCheck;

/// <summary>Follows the arrays of one process through the events of one trace, and judges them with an <see cref="ArrayLedger{TCall}"/>.</summary>
/// <remarks>
/// <para><b>Order.</b> The reader of the trace sorts the events of all threads by their time, as far as the format allows. A shared pool raises an event
/// after the array has been given out and before another thread can get it, so these times tell the true order.</para>
/// <para><b>Lost events.</b> The reader notices a loss when it meets the next event of the same thread. Events of other threads may have been judged without
/// the lost ones before that, and events from before the loss may still follow. So a loss forgets all arrays, withdraws the accusations of the last ten
/// seconds, and the next ten seconds are counted but not judged.</para>
/// </remarks>
internal sealed class ArrayTrace(TraceLog log, InstructionMap instructions, TimeSpan threshold, long maxEvents = ArrayTrace.MaxEvents) : IDisposable
{
    /// <summary>The name of the provider of the events.</summary>
    public const string ProviderName = "System.Buffers.ArrayPoolEventSource";

    // What one session may keep in memory: rentals that are out, and different stacks.
    private const int MaxOpen = 1_000_000;
    private const int MaxStacks = 1_000_000;

    // TraceLog numbers its events by an int.
    public const long MaxEvents = 1_000_000_000;

    private const int Rented = 1, Allocated = 2, Returned = 3, Dropped = 6;
    private const int OverMaximumSize = 1;
    private const double LossWindow = 10_000;

    private static readonly Guid s_provider = EventSource.GetGuid(typeof(ArrayPoolEvents));

    private readonly TraceStacks _stacks = new(log, instructions);
    private readonly ArrayLedger<TraceCall> _ledger = new();
    private readonly HashSet<int> _sharedPools = [];
    private readonly HashSet<CallStackIndex> _stacksOfOtherPools = [];
    private readonly Dictionary<CallStackIndex, Counts> _counts = [];
    private readonly Queue<Accusation> _recent = new();
    private readonly Dictionary<Accusation, int> _accusations = [];
    private long _events;
    private int _open;
    private int _eventsLost;
    private double _judgedFrom;

    /// <summary>How many rents were seen.</summary>
    public long Rents { get; private set; }

    /// <summary>Whether the trace has grown so much that a new one is due.</summary>
    public bool IsFull => _open > MaxOpen || log.CallStacks.Count > MaxStacks || _events > maxEvents;

    /// <summary>Reads one event; those of other providers have no effect.</summary>
    /// <param name="data">The event.</param>
    /// <param name="eventsLost">How many events were lost before this one.</param>
    public void Add(TraceEvent data, int eventsLost)
    {
        _events++;
        double now = data.TimeStampRelativeMSec;
        if (eventsLost != _eventsLost)
        {
            _eventsLost = eventsLost;
            ForgetAll(now);
        }

        int id = (int)data.ID;
        if (data.ProviderGuid != s_provider || id is not (Rented or Allocated or Returned or Dropped))
            return;

        CallStackIndex stack = data.CallStackIndex();
        (int hash, int length, int pool) = (ReadInt32(data, 0), ReadInt32(data, 4), ReadInt32(data, 8));
        Count(id, id == Allocated && ReadInt32(data, 16) == OverMaximumSize, stack);
        if (now < _judgedFrom)
            return;

        Recognise(pool, stack);
        switch (id)
        {
            case Allocated:
                _ledger.Allocate(pool, hash, length);
                break;
            case Rented:
                _ledger.Rent(pool, hash, length, new TraceCall(stack, data.ThreadID, now));
                _open++;
                break;
            case Returned:
                Return(pool, hash, length, new TraceCall(stack, data.ThreadID, now));
                break;
        }
    }

    /// <summary>Ends the trace: what is out for longer than the threshold is a finding.</summary>
    /// <param name="now">The end, in milliseconds from the begin of the trace.</param>
    public IReadOnlyList<Finding> TakeFindings(double now)
    {
        foreach (ArrayRental<TraceCall> rental in _ledger.Open)
        {
            if (!IsTooYoung(rental, now) && !_stacks.IsOfACheck(rental.Rented.Stack))
                Keep(new Accusation(ArrayPoolMisuseKind.NotReturned, rental, null));
        }

        while (_recent.TryDequeue(out Accusation? recent))
            Keep(recent);

        return [.. _accusations.Select(entry => ToFinding(entry.Key, entry.Value))];
    }

    /// <summary>The names of the assemblies of the process, as far as the trace has them.</summary>
    public IEnumerable<string> Assemblies
        => log.ModuleFiles.Select(static module => Path.GetFileNameWithoutExtension(module.FilePath.Replace('\\', '/'))).Where(static name => name.Length > 0);

    /// <summary>What each place did to the pools, in no order.</summary>
    public IEnumerable<CallerCounts> Callers
        => from entry in _counts
           let call = _stacks.Resolve(entry.Key, 0)
           where call is not null && !_stacks.IsOfACheck(entry.Key)
           let own = call.Frames.FirstOrDefault(static frame => frame.Code != CodeKind.Framework)
           select new CallerCounts(call.Frames[0], own, entry.Value.Rents, entry.Value.Allocations, entry.Value.TooLong, entry.Value.Drops);

    /// <summary>How much each place has rented, and how much of that is out for less than the threshold.</summary>
    /// <param name="now">The end, in milliseconds from the begin of the trace.</param>
    public IEnumerable<PlaceRents> PlacesAt(double now)
    {
        var tooYoung = _ledger.Open.Where(rental => IsTooYoung(rental, now)).ToLookup(static rental => rental.Rented.Stack);
        return from entry in _counts
               group (entry.Value.Rents, TooYoung: (long)tooYoung[entry.Key].Count()) by Frame.PlaceIn(_stacks.Resolve(entry.Key, 0)?.Frames ?? []) into place
               where place.Key.Nearest is not null
               select new PlaceRents(place.Key.Nearest, place.Key.Caller!, place.Sum(static stack => stack.Rents), place.Sum(static stack => stack.TooYoung));
    }

    public void Dispose() => _stacks.Dispose();

    private bool IsTooYoung(ArrayRental<TraceCall> rental, double now) => now - rental.Rented.Time < threshold.TotalMilliseconds;

    private static int ReadInt32(TraceEvent data, int offset) => Marshal.ReadInt32(data.DataStart, offset);

    private void Count(int id, bool isTooLong, CallStackIndex stack)
    {
        if (id == Returned)
            return;

        ref Counts counts = ref CollectionsMarshal.GetValueRefOrAddDefault(_counts, stack, out _);
        switch (id)
        {
            case Rented:
                Rents++;
                counts.Rents++;
                break;
            case Allocated when isTooLong:
                counts.TooLong++;
                break;
            case Allocated:
                counts.Allocations++;
                break;
            case Dropped:
                counts.Drops++;
                break;
        }
    }

    // Each stack of a pool is looked at once, until one of them shows that the pool is a shared one.
    private void Recognise(int pool, CallStackIndex stack)
    {
        if (_sharedPools.Contains(pool) || !_stacksOfOtherPools.Add(stack) || !_stacks.IsOfSharedPool(stack))
            return;

        _sharedPools.Add(pool);
        _ledger.AddTimelyPool(pool);
    }

    private void Return(int pool, int hash, int length, TraceCall call)
    {
        ArrayReturn what = _ledger.Return(pool, hash, length, call, out ArrayRental<TraceCall>? rental);
        if (what is ArrayReturn.InOrder or ArrayReturn.ToAnotherPool)
            _open--;

        if (what is not (ArrayReturn.Twice or ArrayReturn.ToAnotherPool))
            return;

        while (_recent.TryPeek(out Accusation? old) && call.Time - old.Again!.Time > LossWindow)
            Keep(_recent.Dequeue());

        ArrayPoolMisuseKind kind = what == ArrayReturn.Twice ? ArrayPoolMisuseKind.DoubleReturn : ArrayPoolMisuseKind.ReturnedToAnotherPool;
        _recent.Enqueue(new Accusation(kind, rental!, call));
    }

    private void ForgetAll(double now)
    {
        _ledger.ForgetAll();
        _open = 0;
        _judgedFrom = now + LossWindow;
        while (_recent.TryDequeue(out Accusation? recent))
        {
            if (now - recent.Again!.Time > LossWindow)
                Keep(recent);
        }
    }

    private void Keep(Accusation accusation) => CollectionsMarshal.GetValueRefOrAddDefault(_accusations, accusation, out _)++;

    private Finding ToFinding(Accusation accusation, int count)
    {
        ArrayRental<TraceCall> rental = accusation.Rental;
        string pool = _stacks.PoolName(rental.Rented.Stack);
        string addition = accusation.Kind switch
        {
            ArrayPoolMisuseKind.NotReturned => Invariant($" within {threshold.TotalSeconds:0.#} s"),
            ArrayPoolMisuseKind.ReturnedToAnotherPool => ArrayMisuse.Article(_stacks.PoolName(accusation.Again!.Stack)),
            _ => "",
        };
        string whatHappened = ArrayMisuse.Of(accusation.Kind).Describe(pool, rental.Length, addition);
        return new Finding(
            accusation.Kind, whatHappened, pool, rental.Length, Resolve(rental.Rented), Resolve(accusation.Returned), Resolve(accusation.Again), count);
    }

    private Call? Resolve(TraceCall? call) => call is null ? null : _stacks.Resolve(call.Stack, call.Thread);

    /// <summary>Stands for the framework's source: the name gives the provider its id.</summary>
    [EventSource(Name = ProviderName)]
    private sealed class ArrayPoolEvents;

    private sealed record TraceCall(CallStackIndex Stack, int Thread, double Time);

    private struct Counts
    {
        public long Rents, Allocations, TooLong, Drops;
    }

    /// <summary>
    /// A mistake. Two are equal if their stacks are, so that a place which errs a million times takes no more memory than one that errs once.
    /// </summary>
    private sealed class Accusation(ArrayPoolMisuseKind kind, ArrayRental<TraceCall> rental, TraceCall? again) : IEquatable<Accusation>
    {
        public ArrayPoolMisuseKind Kind => kind;

        public ArrayRental<TraceCall> Rental => rental;

        // The rental may end another time, where arrays have the same hash.
        public TraceCall? Returned { get; } = kind == ArrayPoolMisuseKind.DoubleReturn ? rental.Returned : null;

        public TraceCall? Again => again;

        public bool Equals(Accusation? other)
            => other is not null && other.Kind == kind && (other.Rental.Rented.Stack, other.Returned?.Stack, other.Again?.Stack)
                == (rental.Rented.Stack, Returned?.Stack, again?.Stack);

        public override bool Equals(object? obj) => Equals(obj as Accusation);

        public override int GetHashCode() => HashCode.Combine(kind, rental.Rented.Stack, Returned?.Stack, again?.Stack);
    }
}
