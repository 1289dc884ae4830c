using System.Diagnostics.Metrics;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Diagnostics.Meters;

/// <summary>The instruments say what the statistics say.</summary>
[Collection(ProcessWide.Name)]
public partial class MeterTests
{
    private static readonly Dictionary<string, Type> s_kinds = new()
    {
        ["pooledgen.pool.pooled (By)"] = typeof(ObservableUpDownCounter<long>),
        ["pooledgen.pool.in_use (By)"] = typeof(ObservableUpDownCounter<long>),
        ["pooledgen.pool.rented (By)"] = typeof(ObservableCounter<long>),
        ["pooledgen.pool.allocated (By)"] = typeof(ObservableCounter<long>),
        ["pooledgen.pool.evicted (By)"] = typeof(ObservableCounter<long>),
        ["pooledgen.pool.misuse ({event})"] = typeof(ObservableCounter<long>),
    };

    [PooledBuffer<long>(MaxLength = 1024)]
    private partial struct Measured;

    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Block<TTag>;

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
        PoolStatistics before = Measured.Pool.Statistics;
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

        Assert.Equal(32 * sizeof(long), measured["pooledgen.pool.pooled"]);
        Assert.Equal(1024 * sizeof(long), measured["pooledgen.pool.in_use"]);
        Assert.Equal(before.RentedBytes + ((1024 + 16 + 2000 + 512 + 32) * sizeof(long)), measured["pooledgen.pool.rented"]);
        Assert.Equal(before.AllocatedBytes + ((1024 + 16 + 2000 + 512 + 32) * sizeof(long)), measured["pooledgen.pool.allocated"]);
        Assert.Equal(before.TrimmedBytes + ((16 + 512) * sizeof(long)), measured["pooledgen.pool.evicted"]);
        Assert.Equal(before.Misuse + 1, measured["pooledgen.pool.misuse"]);
    }

    [Fact]
    public void Measurements_OfPoolsWithOneName_AreOneSum()
    {
        using var first = Block<int>.Rent(64);
        using var second = Block<string>.Rent(64);
        Assert.Equal(Block<int>.Pool.Name, Block<string>.Pool.Name);

        using var observer = new Observer();

        Assert.Equal(128, observer.Collect(Block<int>.Pool.Name)["pooledgen.pool.in_use"]);
    }

    /// <summary>Somebody who collects what the meter has.</summary>
    private sealed class Observer : IDisposable
    {
        private readonly MeterListener _listener = new();
        private readonly List<(string Instrument, long Value, object? Pool)> _measurements = [];

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
            _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => _measurements.Add((instrument.Name, value, Pool(tags))));
            _listener.Start();
        }

        public List<Instrument> Instruments { get; } = [];

        /// <summary>One value an instrument; throws where there are two for one pool.</summary>
        public Dictionary<string, long> Collect(string pool)
        {
            _measurements.Clear();
            _listener.RecordObservableInstruments();
            return _measurements.Where(measurement => pool.Equals(measurement.Pool))
                .ToDictionary(measurement => measurement.Instrument, measurement => measurement.Value);
        }

        public void Dispose() => _listener.Dispose();

        private static object? Pool(ReadOnlySpan<KeyValuePair<string, object?>> tags)
            => tags.ToArray().ToDictionary()["pooledgen.pool.name"];
    }
}
