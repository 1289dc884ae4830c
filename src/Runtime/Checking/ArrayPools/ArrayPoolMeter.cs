using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;

namespace PooledGen;

/// <summary>
/// Counts what the framework's pools allocate, trim and drop. It listens at a level at which the pools announce no rents and returns.
/// </summary>
/// <remarks>
/// <para>The framework calls it on the thread that rents or returns, or on that of the finalizers, which trims. These threads may hold any lock, and a lock of
/// the pool. So a callback only adds, under a lock in which nothing waits for another thread, and it starts no thread: the types of the elements are searched
/// when the figures are read (<c>ArrayPoolMeterTests</c>).</para>
/// <para>All that a meter has counted belongs to the instance. An event that is under way while it ends is written to the ended instance.</para>
/// </remarks>
internal sealed class ArrayPoolMeter : EventListener
{
    private const string OtherPools = "other ArrayPools";

    // Bounds the memory where pools come and go and nobody reads the figures.
    private const int MaxRecentPools = 1024;

    // Only Open and Close take this lock, before any other: a listener is created under it, which takes the lock of all listeners.
    private static readonly object s_lock = new();
    private static volatile ArrayPoolMeter? s_current;
    private static int s_open;

    // A wait for the lock may run code of the thread's synchronization context, which may rent.
    [ThreadStatic]
    private static bool t_isCounting;

    // By the pool's id, since the figures were last added to the totals. Also the lock of both.
    private readonly Dictionary<int, Counts> _recent = [];
    private readonly Dictionary<(string Name, string? Element), ArrayPoolStatistics> _totals = [];
    private readonly SharedArrayPools _pools = new();
    private CancellationTokenRegistration _unloading;
    private Meter? _meter;
    private bool _isListening;

    /// <summary>The figures of the pools that have raised an event; empty while no meter is open.</summary>
    /// <remarks>The first look at a pool begins the search for its type, so the pool appears some time later, with all its figures.</remarks>
    public static IReadOnlyList<ArrayPoolStatistics> Figures => s_current?.Read() ?? [];

    /// <summary>Begins to count, if that has not begun yet.</summary>
    /// <returns>What ends the counting, if it is the last that is disposed.</returns>
    /// <exception cref="NotSupportedException">The pools of this process raise no events.</exception>
    public static IDisposable Open()
    {
        ArrayPoolEvents.CreateSource();
        ArrayPoolMeter? started = null;
        using (Uninterrupted.Lock(s_lock))
        {
            s_current ??= started = Start();
            s_open++;
        }

        var opening = new Opening();
        try
        {
            // Without the lock, because collectors are told. Until this returns, this opening keeps the meter open.
            started?.Publish();
            return opening;
        }
        catch
        {
            opening.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override void Dispose() => Uninterrupted.Run(
        static meter =>
        {
            meter.End();
            meter._meter?.Dispose();
            meter._unloading.Dispose();
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
                created.Meter.EnableEvents(created.Source, EventLevel.Informational);
                return true;
            },
            (Meter: this, Source: source));
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

    private static ArrayPoolMeter Start()
    {
        ArrayPoolMeter meter = Uninterrupted.Run(static _ => new ArrayPoolMeter(), 0);
        if (meter._isListening)
        {
            // The framework keeps listeners and meters, and they keep this library.
            meter._unloading = Unloading.Token.Register(() => EndAtUnload(meter));
            return meter;
        }

        meter.Dispose();
        throw ArrayPoolEvents.CreateMissing("PooledBuffers.MeterArrayPools()");
    }

    private static void Close()
    {
        ArrayPoolMeter? ended;
        using (Uninterrupted.Lock(s_lock))
        {
            if (--s_open > 0)
                return;

            ended = s_current;
            s_current = null;
        }

        ended?.Dispose();
    }

    // No static field may refer to the meter any more. It refers to a pool of `byte` in a table of weak keys, and such a table is freed once nothing refers to
    // it, but the pool refers to this library and so to its static fields (UnloadTests).
    private static void EndAtUnload(ArrayPoolMeter meter)
    {
        s_current = null;
        meter.Dispose();
    }

    private void End() => base.Dispose();

    // A meter of the name that PoolMeter's has, so that a collector of one gets both. It ends with the listener, and its instruments with it.
    private void Publish()
    {
        _meter = new Meter("PooledGen", typeof(ArrayPoolMeter).Assembly.GetName().Version?.ToString());
        Counter("allocated", "allocated because the pool had no free one", static figures => (figures.Allocated, figures.AllocatedBytes));
        Counter("oversize", "allocated because they are longer than the pool keeps", static figures => (figures.Oversize, figures.OversizeBytes));
        Counter("trimmed", "let go: idle, or because memory was scarce", static figures => (figures.Trimmed, figures.TrimmedBytes));
        Counter("dropped", "returned and let go because there was no room", static figures => (figures.Dropped, figures.DroppedBytes));
    }

    private void Counter(string name, string what, Func<ArrayPoolStatistics, (long Arrays, long? Bytes)> figure)
    {
        _meter!.CreateObservableCounter(
            $"pooledgen.array_pool.{name}", () => Measure(figures => figure(figures).Bytes), "By", $"Bytes of arrays of ArrayPool<T> that were {what}.");
        _meter.CreateObservableCounter(
            $"pooledgen.array_pool.{name}_arrays", () => Measure(figures => figure(figures).Arrays), "{array}", $"Arrays of ArrayPool<T> that were {what}.");
    }

    private IEnumerable<Measurement<long>> Measure(Func<ArrayPoolStatistics, long?> figure)
        => from pool in Read()
           let value = figure(pool)
           where value is not null
           select new Measurement<long>(value.Value, new("pooledgen.pool.name", pool.Name), new("pooledgen.pool.element", pool.Element));

    private ArrayPoolStatistics[] Read()
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
            _totals[key] = counts.AddTo(_totals.GetValueOrDefault(key) with { Name = name, Element = pool?.Element }, pool?.ElementBytes);
            _recent.Remove(id);
        }
    }

    /// <summary>One call of <see cref="Open"/>.</summary>
    private sealed class Opening : IDisposable
    {
        private int _isClosed;

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _isClosed, 1) == 0)
                Close();
        }
    }

    /// <summary>What one pool has done. The lock of the meter guards it.</summary>
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
