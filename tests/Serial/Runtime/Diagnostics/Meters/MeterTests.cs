using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Diagnostics.Meters;

/// <summary>The instruments say what the statistics say.</summary>
[Collection(ProcessWide.Name)]
public partial class MeterTests
{
    private static readonly Dictionary<string, Type> s_kinds = new()
    {
        ["pooledgen.pool.retained (By)"] = typeof(ObservableUpDownCounter<long>),
        ["pooledgen.pool.in_use (By)"] = typeof(ObservableUpDownCounter<long>),
        ["pooledgen.pool.rented (By)"] = typeof(ObservableCounter<long>),
        ["pooledgen.pool.allocated (By)"] = typeof(ObservableCounter<long>),
        ["pooledgen.pool.oversize (By)"] = typeof(ObservableCounter<long>),
        ["pooledgen.pool.trimmed (By)"] = typeof(ObservableCounter<long>),
        ["pooledgen.pool.evicted (By)"] = typeof(ObservableCounter<long>),
        ["pooledgen.pool.dropped (By)"] = typeof(ObservableCounter<long>),
        ["pooledgen.pool.rents ({rental})"] = typeof(ObservableCounter<long>),
        ["pooledgen.pool.misses ({rental})"] = typeof(ObservableCounter<long>),
        ["pooledgen.pool.misuse ({misuse})"] = typeof(ObservableCounter<long>),
        ["pooledgen.budget.in_use (By)"] = typeof(ObservableUpDownCounter<long>),
        ["pooledgen.budget.limit (By)"] = typeof(ObservableUpDownCounter<long>),
        ["pooledgen.budget.waiting ({request})"] = typeof(ObservableUpDownCounter<long>),
        ["pooledgen.budget.refused ({request})"] = typeof(ObservableCounter<long>),
    };

    [PooledBuffer<long>(MaxLength = 1024)]
    private partial struct Measured;

    [ThreadStatic]
    private static ThreadStack[]? t_first, t_second;

    [PooledBuffer<byte>(MaxLength = 64, MaxRetainedBytes = 0)]
    private partial struct Refused;

    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Changing;

    [Fact]
    public void Instruments_HaveTheirKindsAndUnits()
    {
        Measured.Rent(1).Dispose(); // a pool is all that it takes

        using var observer = new Observer();

        Assert.Equal(s_kinds, observer.Instruments.ToDictionary(instrument => $"{instrument.Name} ({instrument.Unit})", instrument => instrument.GetType()));
        Assert.All(observer.Instruments, instrument => Assert.NotEmpty(instrument.Description!));
    }

    [Fact]
    public void Measurements_OfAKnownHistory_AreExact()
    {
        Measured.Pool.Trim();
        PoolStatistics before = Measured.Pool.GetStatistics();
        using var kept = Measured.Rent(1000);
        Measured.Rent(16).Dispose();
        Measured.Rent(2000).Dispose();
        var twice = Measured.Rent(500);
        twice.Dispose();
        twice.Dispose();
        Measured.Pool.Trim();
        Measured.Rent(20).Dispose();

        using var observer = new Observer();
        Dictionary<string, long> measured = observer.Collect(Measured.Pool.Name);

        Assert.Equal(32 * sizeof(long), measured["pooledgen.pool.retained"]);
        Assert.Equal(1024 * sizeof(long), measured["pooledgen.pool.in_use"]);
        Assert.Equal(before.RentedBytes + ((1024 + 16 + 2000 + 512 + 32) * sizeof(long)), measured["pooledgen.pool.rented"]);
        Assert.Equal(before.AllocatedBytes + ((1024 + 16 + 512 + 32) * sizeof(long)), measured["pooledgen.pool.allocated"]);
        Assert.Equal(before.OversizeBytes + (2000 * sizeof(long)), measured["pooledgen.pool.oversize"]);
        Assert.Equal(before.TrimmedBytes + ((16 + 512) * sizeof(long)), measured["pooledgen.pool.trimmed"]);
        Assert.Equal(before.EvictedBytes, measured["pooledgen.pool.evicted"]);
        Assert.Equal(before.DroppedBytes, measured["pooledgen.pool.dropped"]);
        Assert.Equal(before.MisuseCount + 1, measured["pooledgen.pool.misuse"]);
        Assert.Equal((before.Rents + 5, before.Misses + 4), (measured["pooledgen.pool.rents"], measured["pooledgen.pool.misses"]));
    }

    [Fact]
    public void Measurements_OfPoolsWithOneName_AreOneSum()
    {
        BufferPool<byte> first = Create(static () => ref t_first), second = Create(static () => ref t_second);
        using PooledOwner<byte> one = first.RentOwner(64), other = second.RentOwner(64);

        using var observer = new Observer();

        Assert.Equal(128, observer.Collect(first.Name)["pooledgen.pool.in_use"]);

        static BufferPool<byte> Create(ThreadStacks stacks) => PoolFactory.Create<byte>(
            EmittedContract.Version, new PoolOptions { Name = "Two.Assemblies", ThreadStacks = stacks, MaxLength = 64, MaxRetainedBytes = long.MaxValue });
    }

    [Fact]
    public void Measurements_OfAnArrayPoolOfOnesOwn_HaveItsName()
    {
        var pool = new PooledArrayPool<byte>(64, new() { Name = "Keys" });
        byte[] kept = pool.Rent(64);
        pool.Return(pool.Rent(32));

        using var observer = new Observer();
        Dictionary<string, long> measured = observer.Collect("Keys");

        Assert.Equal((64, 32), (measured["pooledgen.pool.in_use"], measured["pooledgen.pool.retained"]));
        pool.Return(kept);
    }

    [Fact]
    public void Evicted_OfABufferThatABudgetRefused_IsWhatTheStatisticsSay()
    {
        Refused.Rent(64).Dispose();

        using var observer = new Observer();
        Dictionary<string, long> measured = observer.Collect(Refused.Pool.Name);

        Assert.Equal(
            (64, 0, 0), (measured["pooledgen.pool.evicted"], measured["pooledgen.pool.trimmed"], measured["pooledgen.pool.dropped"]));
        Assert.Equal((1, 64), (Refused.Pool.GetStatistics().Evicted, Refused.Pool.GetStatistics().EvictedBytes));
    }

    [Fact]
    public void Measurements_OfOneCollection_AreOfOneMoment()
    {
        Changing.Rent(64).Dispose();
        Changing.Pool.Trim();
        using var observer = new Observer();
        Dictionary<string, long> measured;
        TimeSpan taken;
        do
        {
            // The figures change after each value. A collection that takes longer than a reading lives says nothing.
            var watch = Stopwatch.StartNew();
            PoolStatistics before = Changing.Pool.GetStatistics();
            measured = observer.Collect(Changing.Pool.Name, static () => Changing.Rent(64).Dispose());
            taken = watch.Elapsed;
            measured["before"] = before.RentedBytes;
        }
        while (taken > TimeSpan.FromSeconds(0.5));

        Assert.Equal(measured["before"], measured["pooledgen.pool.rented"]);
        Assert.Equal(
            measured["pooledgen.pool.allocated"],
            measured["pooledgen.pool.retained"] + measured["pooledgen.pool.in_use"] + measured["pooledgen.pool.trimmed"]);
        Assert.True(observer.Collect(Changing.Pool.Name)["pooledgen.pool.rented"] > measured["before"], "The next collection has new figures.");
    }

    [Fact]
    public async Task Measurements_OfNamedBudgets_AreWhatTheBudgetsSay()
    {
        var budget = new BufferBudget(1024, "measured");
        BufferBudget same = new(1024, "measured"), unnamed = new(1024);
        using PooledOwner<byte> owner = await Changing.Pool.RentOwnerAsync(64, budget), other = await Changing.Pool.RentOwnerAsync(32, same);
        using PooledOwner<byte> hidden = await Changing.Pool.RentOwnerAsync(64, unnamed);
        Assert.False(Measured.Pool.TryRentOwner(1024, budget, out _));
        ValueTask<PooledOwner<long>> waiting = Measured.Pool.RentOwnerAsync(128, budget);

        using var observer = new Observer();
        Dictionary<string, long> measured = observer.Collect("measured");

        Assert.Equal(
            (96, 2048, 1, 1),
            (
                measured["pooledgen.budget.in_use"],
                measured["pooledgen.budget.limit"],
                measured["pooledgen.budget.waiting"],
                measured["pooledgen.budget.refused"]));
        owner.Dispose();
        (await waiting).Dispose();
        measured = observer.Collect("measured");
        Assert.Equal((32, 0), (measured["pooledgen.budget.in_use"], measured["pooledgen.budget.waiting"]));
        GC.KeepAlive(budget);
        GC.KeepAlive(same);
    }

    /// <summary>A budget for each connection may have the name of all others: the budgets go, and their sum does not fall.</summary>
    [Fact]
    public void Refused_OfABudgetThatWasCollected_StaysInTheSumOfItsName()
    {
        WeakReference budget = RefuseAndForget();
        Assert.True(Collections.Until(() => !budget.IsAlive), "A budget with a name is never collected.");

        using var observer = new Observer();

        Assert.Equal([new("pooledgen.budget.refused", 1)], observer.Collect("collected"));
        Assert.DoesNotContain(PooledBuffers.Budgets, static budget => budget.Name == "collected");
        RefuseAndForget();
        Assert.Equal(2, observer.Collect("collected")["pooledgen.budget.refused"]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RefuseAndForget()
    {
        var budget = new BufferBudget(16, "collected");
        Assert.False(Changing.Pool.TryRentOwner(32, budget, out _));
        return new WeakReference(budget);
    }

    [Fact]
    public void Limit_OfBudgetsWithoutOne_IsTheLargestNumber()
    {
        BufferBudget first = new(long.MaxValue, "without a limit"), second = new(long.MaxValue, "without a limit");

        using var observer = new Observer();

        Assert.Equal(long.MaxValue, observer.Collect(first.Name!)["pooledgen.budget.limit"]);
        GC.KeepAlive(second);
    }

    /// <summary>Somebody who collects what the meter has.</summary>
    private sealed class Observer : IDisposable
    {
        private readonly MeterListener _listener = new();
        private readonly List<(string Instrument, long Value, object? Name)> _measurements = [];
        private Action? _afterEach;

        public Observer()
        {
            _ = PoolEvents.Source;
            _listener.InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter.Name != "PooledGen")
                    return;

                Instruments.Add(instrument);
                listener.EnableMeasurementEvents(instrument);
            };
            _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
            {
                _measurements.Add((instrument.Name, value, NameIn(tags)));
                _afterEach?.Invoke();
            });
            _listener.Start();
        }

        public List<Instrument> Instruments { get; } = [];

        /// <summary>One value an instrument; throws where there are two for one pool or budget.</summary>
        public Dictionary<string, long> Collect(string name, Action? afterEach = null)
        {
            _measurements.Clear();
            _afterEach = afterEach;
            _listener.RecordObservableInstruments();
            return _measurements.Where(measurement => name.Equals(measurement.Name))
                .ToDictionary(measurement => measurement.Instrument, measurement => measurement.Value);
        }

        public void Dispose() => _listener.Dispose();

        private static object? NameIn(ReadOnlySpan<KeyValuePair<string, object?>> tags)
            => tags.ToArray().Single(static tag => tag.Key.EndsWith(".name", StringComparison.Ordinal)).Value;
    }
}
