using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;

namespace PooledGen.Diagnostics;

/// <summary>
/// Counts what every <c>ArrayPool&lt;T&gt;.Shared</c> and <c>ArrayPool&lt;T&gt;.Create</c> of the process allocates, trims and drops, from its start to its
/// Dispose: in <see cref="GetStatistics"/> and in the meter <c>PooledGen.Diagnostics</c>. All members may be used from any thread.
/// </summary>
/// <remarks>
/// It listens to the pools' event source at the level Informational, at which they announce no rents and returns, so those are not counted. But while the
/// source has any listener, the pools prepare the event of each rent and return: a pair takes some 45 ns instead of 7.
/// </remarks>
/// <example>
/// <code>
/// using System.Buffers;
/// using PooledGen.Diagnostics;
///
/// using ArrayPoolMeter meter = ArrayPoolMeter.Start();
///
/// for (int i = 0; i &lt; 3; i++)
///     ArrayPool&lt;byte&gt;.Shared.Rent(100);   // lost, so each rent allocates
///
/// foreach (ArrayPoolStatistics pool in ArrayPoolMeter.GetStatistics())
///     Console.WriteLine($"{pool.Name}: {pool.Allocated} allocated, {pool.Trimmed} trimmed, {pool.Dropped} dropped");
/// </code>
/// </example>
public sealed class ArrayPoolMeter : IDisposable
{
    // A thread that waits for the lock of all listeners holds the first one only, and no thread inside of a listener waits for that. Nothing waits under the
    // second one, which guards the fields.
    private static readonly object s_beginning = new();
    private static readonly object s_lock = new();
    private static volatile ArrayPoolListener? s_listener;
    private static int s_open;

    private int _isDisposed;

    private ArrayPoolMeter()
    {
    }

    /// <summary>Reads what the framework's pools have done since <see cref="Start"/>.</summary>
    /// <remarks>
    /// A pool appears after its first event. The type of its elements is searched from the first look on, on another thread, unless it is a primitive type,
    /// <c>string</c> or <c>object</c>: until the search ends, the pool is not in the list.
    /// </remarks>
    /// <returns>The figures of each pool; empty while no meter is open.</returns>
    public static IReadOnlyList<ArrayPoolStatistics> GetStatistics() => s_listener?.Read() ?? [];

    /// <summary>Begins to count, if that has not begun yet.</summary>
    /// <remarks>
    /// The counting has begun when it returns. Only inside of a listener, such as in its <see cref="EventListener.OnEventSourceCreated"/>, it begins soon after
    /// that has returned: waiting for it there could last for ever.
    /// </remarks>
    /// <returns>
    /// What ends the counting. It goes on for as long as the process runs if nobody disposes of this. After several calls it ends with the last Dispose.
    /// </returns>
    /// <exception cref="NotSupportedException">
    /// The pools raise no events in this process: <c>EventSourceSupport</c> is false, as it is by default with NativeAOT.
    /// </exception>
    public static ArrayPoolMeter Start()
    {
        var meter = new ArrayPoolMeter();
        using (Uninterrupted.Lock(s_lock))
            s_open++;

        try
        {
            if (IsInsideOfListener())
                BackgroundThread.Start(Begin, "PooledGen meter of array pools");
            else
                Begin();

            return meter;
        }
        catch
        {
            meter.Dispose();
            throw;
        }
    }

    /// <summary>Ends the counting, if no other meter is open. A second call does nothing.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0)
            return;

        ArrayPoolListener? ended;
        using (Uninterrupted.Lock(s_lock))
        {
            if (--s_open > 0)
                return;

            ended = s_listener;
            s_listener = null;
        }

        ended?.Dispose();
    }

    // The thread may hold the lock of all listeners then, and another one the lock of a static constructor of the framework, which waits for it: that of the
    // pools' event source, or that of the meters'. Both are used where a meter begins (dotnet/runtime#119014).
    private static bool IsInsideOfListener()
        => Array.Exists(new StackTrace(fNeedFileInfo: false).GetFrames(), static frame => ArrayCallSite.TypeOf(frame) is { } type
            ? type.Namespace == typeof(EventListener).Namespace
            : new StackTrace(frame).ToString().Contains($" {typeof(EventListener).Namespace}.", StringComparison.Ordinal));

    private static void Begin()
    {
        ArrayPoolListener? begun = null;
        using (Uninterrupted.Lock(s_beginning))
        {
            if (s_listener is null)
            {
                begun = ArrayPoolListener.Create(EndAtUnload);
                using (Uninterrupted.Lock(s_lock))
                {
                    if (s_open > 0)
                        s_listener = begun;
                }
            }
        }

        // Without a lock, because collectors are told.
        if (begun is null)
            return;

        if (s_listener == begun)
            begun.Publish();
        else
            begun.Dispose();
    }

    // No static field may refer to the listener any more. It refers to a pool of `byte` in a table of weak keys, and such a table is freed once nothing refers
    // to it, but the pool refers to this library and so to its static fields (UnloadTests).
    private static void EndAtUnload(ArrayPoolListener listener)
    {
        s_listener = null;
        listener.Dispose();
    }
}

/// <summary>
/// Counts what the framework's pools allocate, trim and drop. It listens at a level at which the pools announce no rents and returns.
/// </summary>
/// <remarks>
/// <para>The framework calls it on the thread that rents or returns, or on that of the finalizers, which trims. These threads may hold any lock, and a lock of
/// the pool. So a callback only adds, under a lock in which nothing waits for another thread, and it starts no thread: the types of the elements are searched
/// when the figures are read (<c>ArrayPoolMeterTests</c>).</para>
/// <para>All that a listener has counted belongs to the instance. An event that is under way while it ends is written to the ended instance.</para>
/// </remarks>
internal sealed class ArrayPoolListener : EventListener
{
    private const string OtherPools = "other ArrayPools";

    // Bounds the memory where pools come and go and nobody reads the figures.
    private const int MaxRecentPools = 1024;

    // A wait for the lock may run code of the thread's synchronization context, which may rent.
    [ThreadStatic]
    private static bool t_isCounting;

    // By the pool's id, since the figures were last added to the totals. Also the lock of both.
    private readonly Dictionary<int, Counts> _recent = [];
    private readonly Dictionary<(string Name, string? Element), ArrayPoolStatistics> _totals = [];
    private readonly SharedArrayPools _pools = new();
    private CancellationTokenRegistration _unloading;
    private Meter? _meter;
    private bool _hasEnded;
    private bool _isListening;

    /// <summary>Creates a listener.</summary>
    /// <param name="onUnload">Ends it when this library is unloaded: the framework keeps listeners and meters, and they keep the library.</param>
    /// <exception cref="NotSupportedException">The pools of this process raise no events.</exception>
    public static ArrayPoolListener Create(Action<ArrayPoolListener> onUnload)
    {
        ArrayPoolEvents.RentOnce();
        ArrayPoolListener listener = Uninterrupted.Run(static _ => new ArrayPoolListener(), 0);
        if (listener._isListening)
        {
            listener._unloading = Unloading.Token.Register(() => onUnload(listener));
            return listener;
        }

        listener.Dispose();
        throw ArrayPoolEvents.CreateMissing("ArrayPoolMeter.Start()");
    }

    /// <inheritdoc/>
    public override void Dispose() => Uninterrupted.Run(
        static listener =>
        {
            listener.End();
            listener.TakeMeter()?.Dispose();
            listener._unloading.Dispose();
            return true;
        },
        this);

    protected override void OnEventSourceCreated(EventSource source)
    {
        if (source.Name != ArrayPoolEvents.Source)
            return;

        // Rents and returns are of level Verbose. All that this level has is rare in a program that pools well.
        // An interrupt that ended a wait here would leave a listener that nobody can dispose of.
        _isListening = Uninterrupted.Run(
            static created =>
            {
                created.Listener.EnableEvents(created.Source, EventLevel.Informational);
                return true;
            },
            (Listener: this, Source: source));
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (t_isCounting)
            return;

        try
        {
            if (eventData.Payload is not [int hash, int length, int pool, ..] payload
                || ArrayPoolEvents.AreOfACheck
                || ArrayPoolEvents.AreOwn(eventData.EventName, pool, hash, length))
            {
                return;
            }

            t_isCounting = true;
            using (Uninterrupted.Lock(_recent))
                CountsOf(pool).Add(eventData.EventName, length, payload);
        }
        catch (Exception)
        {
            // For example no memory. The event is not counted, and the renter does not notice.
        }
        finally
        {
            t_isCounting = false;
        }
    }

    private void End() => base.Dispose();

    private Meter? TakeMeter()
    {
        using (Uninterrupted.Lock(_recent))
        {
            _hasEnded = true;
            return _meter;
        }
    }

    /// <summary>Creates the meter, which ends with the listener, and its instruments.</summary>
    public void Publish()
    {
        var meter = new Meter("PooledGen.Diagnostics", typeof(ArrayPoolListener).Assembly.GetName().Version?.ToString());
        Counter(meter, "allocated", "allocated because the pool had no free one", static figures => (figures.Allocated, figures.AllocatedBytes));
        Counter(meter, "oversize", "allocated because they are longer than the pool keeps", static figures => (figures.Oversize, figures.OversizeBytes));
        Counter(meter, "trimmed", "let go: idle, or because memory was scarce", static figures => (figures.Trimmed, figures.TrimmedBytes));
        Counter(meter, "dropped", "returned and let go because there was no room", static figures => (figures.Dropped, figures.DroppedBytes));
        using (Uninterrupted.Lock(_recent))
        {
            if (!_hasEnded)
            {
                _meter = meter;
                return;
            }
        }

        meter.Dispose();
    }

    private void Counter(Meter meter, string name, string what, Func<ArrayPoolStatistics, (long Arrays, long? Bytes)> figure)
    {
        meter.CreateObservableCounter(
            $"pooledgen.array_pool.{name}", () => Measure(figures => figure(figures).Bytes), "By", $"Bytes of arrays of ArrayPool<T> that were {what}.");
        meter.CreateObservableCounter(
            $"pooledgen.array_pool.{name}_arrays", () => Measure(figures => figure(figures).Arrays), "{array}", $"Arrays of ArrayPool<T> that were {what}.");
    }

    private IEnumerable<Measurement<long>> Measure(Func<ArrayPoolStatistics, long?> figure)
        => from pool in Read()
           let value = figure(pool)
           where value is not null
           select new Measurement<long>(value.Value, new("pooledgen.pool.name", pool.Name), new("pooledgen.pool.element", pool.ElementType));

    /// <summary>The figures of the pools that have raised an event.</summary>
    /// <remarks>The first look at a pool begins the search for its type, so the pool appears some time later, with all its figures.</remarks>
    public ArrayPoolStatistics[] Read()
    {
        ArrayPoolStatistics[] figures;
        int[] unidentified;
        using (Uninterrupted.Lock(_recent))
        {
            AddToTotals(all: false);
            figures = [.. _totals.Values];
            unidentified = [.. _recent.Keys];
        }

        Array.ForEach(unidentified, _pools.Seek);
        return figures;
    }

    private Counts CountsOf(int pool)
    {
        if (_recent.TryGetValue(pool, out Counts? counts))
            return counts;

        if (_recent.Count >= MaxRecentPools)
            AddToTotals(all: true);

        return _recent[pool] = new Counts();
    }

    // By name, because ids end with their pools. A pool whose type is being searched waits for the next time, unless all are added: a figure that moved from
    // one name to another would decrease.
    private void AddToTotals(bool all)
    {
        // A copy, because a wait in here may run code that rents on this thread, whose event is counted.
        foreach ((int id, Counts counts) in _recent.ToArray())
        {
            SharedArrayPool? pool = null;
            if (!counts.IsOfPoolOfCreate && !_pools.TryIdentify(id, out pool) && !all)
                continue;

            // Its later events do not say so.
            if (counts.IsOfPoolOfCreate)
                _pools.NoteNotShared(id);

            string name = pool?.Name ?? OtherPools;
            (string Name, string? Element) key = (name, pool?.Element);
            _totals[key] = counts.AddTo(_totals.GetValueOrDefault(key) with { Name = name, ElementType = pool?.Element }, pool?.ElementBytes);
            _recent.Remove(id);
        }
    }

    /// <summary>What one pool has done. The lock of the listener guards it.</summary>
    private sealed class Counts
    {
        private Tally _allocated;
        private Tally _oversize;
        private Tally _trimmed;
        private Tally _dropped;

        /// <summary>Whether the pool is one of <c>ArrayPool.Create</c>, so that nothing tells the type of its elements.</summary>
        public bool IsOfPoolOfCreate { get; private set; }

        public void Add(string? name, int length, IReadOnlyList<object?> payload)
        {
            IsOfPoolOfCreate |= ArrayPoolEvents.IsOfPoolOfCreate(name, payload);
            bool isTooLong = ArrayPoolEvents.IsTooLong(payload);
            switch (name)
            {
                case "BufferAllocated" when isTooLong:
                    _oversize.Add(length);
                    break;
                case "BufferAllocated":
                    _allocated.Add(length);
                    break;
                case "BufferTrimmed":
                    _trimmed.Add(length);
                    break;
                case "BufferDropped" when !isTooLong:
                    _dropped.Add(length);
                    break;
            }
        }

        public ArrayPoolStatistics AddTo(ArrayPoolStatistics total, int? elementBytes) => total with
        {
            Allocated = total.Allocated + _allocated.Arrays,
            AllocatedBytes = (total.AllocatedBytes ?? 0) + (_allocated.Elements * elementBytes),
            Oversize = total.Oversize + _oversize.Arrays,
            OversizeBytes = (total.OversizeBytes ?? 0) + (_oversize.Elements * elementBytes),
            Trimmed = total.Trimmed + _trimmed.Arrays,
            TrimmedBytes = (total.TrimmedBytes ?? 0) + (_trimmed.Elements * elementBytes),
            Dropped = total.Dropped + _dropped.Arrays,
            DroppedBytes = (total.DroppedBytes ?? 0) + (_dropped.Elements * elementBytes),
        };
    }

    private struct Tally
    {
        public long Arrays { get; private set; }

        public long Elements { get; private set; }

        public void Add(int length)
        {
            Arrays++;
            Elements += length;
        }
    }
}
