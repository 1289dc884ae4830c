using System.Buffers;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;

namespace PooledGen.ArrayPools.Tests;

/// <summary>What the framework's pools allocate, trim and drop. Each test has elements of a type that no other test uses, and so a pool of its own.</summary>
public class ArrayPoolMeterTests
{
    private const int Many = 1000;
    internal const string OtherPools = "other ArrayPools";

    private static EventSource Source
    {
        get
        {
            ArrayPoolEvents.RentOnce();
            return EventSource.GetSources().Single(static source => source.Name == ArrayPoolEvents.Source);
        }
    }

    [Fact]
    public void Figures_OfAKnownHistory_AreExact()
    {
        using IDisposable meter = ArrayPoolMeter.Start();
        RentAndReturnMany<double>();
        RentAndReturnMany<double>();

        ArrayPoolStatistics figures = FiguresOf<double>();

        Assert.Equal(("ArrayPool<Double>.Shared", "System.Double"), (figures.Name, figures.Element));
        Assert.InRange(figures.Dropped, 2, 2 * Many);
        Assert.Equal(Many + (figures.Dropped / 2), figures.Allocated); // what was dropped the first time was allocated again
        Assert.Equal((figures.Allocated * 16 * sizeof(double), figures.Dropped * 16 * sizeof(double)), (figures.AllocatedBytes, figures.DroppedBytes));
        Assert.Equal((0, 0, 0, 0), (figures.Oversize, figures.OversizeBytes, figures.Trimmed, figures.TrimmedBytes));
    }

    /// <summary>Nothing says of which type the elements of a pool of <c>Create</c> are.</summary>
    [Fact]
    public void Figures_OfAPoolOfCreate_BelongToTheOtherPools()
    {
        using IDisposable meter = ArrayPoolMeter.Start();
        ArrayPool<byte> pool = ArrayPool<byte>.Create(1024, 2);
        byte[][] arrays = [.. Enumerable.Range(0, 5).Select(_ => pool.Rent(1000))];
        Array.ForEach(arrays, array => pool.Return(array));
        pool.Return(pool.Rent(5000));

        ArrayPoolStatistics figures = FiguresOf(OtherPools);

        Assert.Equal((5, 1, 0, 3), (figures.Allocated, figures.Oversize, figures.Trimmed, figures.Dropped));
        Assert.Equal((null, null, null), (figures.AllocatedBytes, figures.OversizeBytes, figures.DroppedBytes));
        Assert.Null(figures.Element);
    }

    /// <summary>A rent that is announced allocates the arguments of its event.</summary>
    [Fact]
    public void Rents_WhileAMeterIsOpen_AreNotAnnounced()
    {
        ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100));
        using IDisposable meter = ArrayPoolMeter.Start();

        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < Many; i++)
            ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100));

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
        Assert.True(Source.IsEnabled(EventLevel.Informational, EventKeywords.None));
        Assert.False(Source.IsEnabled(EventLevel.Verbose, EventKeywords.None));
    }

    [Fact]
    public void Meter_OpenedTwice_EndsWithTheLastDispose()
    {
        IDisposable first = ArrayPoolMeter.Start(), second = ArrayPoolMeter.Start();
        ArrayPool<float>.Shared.Rent(20);
        first.Dispose();
        first.Dispose();
        ArrayPool<float>.Shared.Rent(20);
        Assert.Equal(2, FiguresOf<float>().Allocated);

        second.Dispose();

        Assert.Empty(ArrayPoolMeter.Pools);
        Assert.False(Source.IsEnabled());
        using IDisposable third = ArrayPoolMeter.Start();
        Assert.DoesNotContain(ArrayPoolMeter.Pools, static pool => pool.Name == NameOf<float>());
    }

    [Fact]
    public void Instruments_SayWhatTheFiguresSay_AndEndWithTheMeter()
    {
        List<string> measured = [];
        int instruments = 0;
        using var collector = new MeterListener();
        collector.InstrumentPublished = (instrument, listener) =>
        {
            if (!instrument.Name.StartsWith("pooledgen.array_pool.", StringComparison.Ordinal))
                return;

            Assert.Equal("PooledGen.Diagnostics", instrument.Meter.Name);
            instruments++;
            listener.EnableMeasurementEvents(instrument);
        };
        collector.MeasurementsCompleted = (_, _) => instruments--;
        collector.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
        {
            if (tags.Contains(new("pooledgen.pool.name", NameOf<ulong>())) && tags.Contains(new("pooledgen.pool.element", "System.UInt64")))
                measured.Add($"{instrument.Name} {instrument.Unit} {value}");
        });
        collector.Start();
        IDisposable meter = ArrayPoolMeter.Start();
        RentAndReturnMany<ulong>();
        ArrayPoolStatistics figures = FiguresOf<ulong>();

        collector.RecordObservableInstruments();

        Assert.Equal(
            [
                $"pooledgen.array_pool.allocated By {Many * 16 * sizeof(ulong)}",
                $"pooledgen.array_pool.allocated_arrays {{array}} {Many}",
                $"pooledgen.array_pool.dropped By {figures.Dropped * 16 * sizeof(ulong)}",
                $"pooledgen.array_pool.dropped_arrays {{array}} {figures.Dropped}",
                "pooledgen.array_pool.oversize By 0",
                "pooledgen.array_pool.oversize_arrays {array} 0",
                "pooledgen.array_pool.trimmed By 0",
                "pooledgen.array_pool.trimmed_arrays {array} 0",
            ],
            measured.Order(StringComparer.Ordinal));
        Assert.Equal(8, instruments);
        meter.Dispose();
        Assert.Equal(0, instruments);
    }

    /// <summary>The check gives the arrays that it has held back all at once, and the pool drops most of them.</summary>
    [Fact]
    public void Figures_WhileACheckPoisons_LeaveOutItsOwnRentsAndReturns()
    {
        using IDisposable meter = ArrayPoolMeter.Start();
        using (ArrayPoolCheck.Start(poison: true, typeof(Assert).Assembly))
        {
            // The check knows the pools of the primitive types from the start. Other code of the process uses this one hardly.
            RentAndReturnMany<sbyte>();
        }

        ArrayPoolStatistics figures = FiguresOf<sbyte>();

        // The pool gets an array in exchange for each that is held, so it drops as many as without a check.
        Assert.Equal(Many, figures.Allocated);
        Assert.InRange(figures.Dropped, 1, Many - 1);
    }

    private static void RentAndReturnMany<T>()
    {
        T[][] arrays = [.. Enumerable.Range(0, Many).Select(static _ => ArrayPool<T>.Shared.Rent(16))];
        Array.ForEach(arrays, static array => ArrayPool<T>.Shared.Return(array));
    }

    private static string NameOf<T>() => $"ArrayPool<{typeof(T).Name}>.Shared";

    internal static ArrayPoolStatistics FiguresOf<T>() => FiguresOf(NameOf<T>());

    internal static ArrayPoolStatistics FiguresOf(string pool) => UntilFigures(pool, static _ => true);

    // The type of the elements is searched in the background.
    internal static ArrayPoolStatistics UntilFigures(string pool, Func<ArrayPoolStatistics, bool> isComplete)
    {
        ArrayPoolStatistics figures = default;
        Assert.True(
            SpinWait.SpinUntil(
                () =>
                {
                    figures = ArrayPoolMeter.Pools.SingleOrDefault(figures => figures.Name == pool);
                    return figures.Name is not null && isComplete(figures);
                },
                TimeSpan.FromSeconds(30)),
            $"{pool} does not appear.");
        return figures;
    }
}
