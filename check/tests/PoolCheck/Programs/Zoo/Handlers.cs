using System.Buffers;
using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using System.Globalization;

namespace Zoo;

/// <summary>Handlers of the program that rent a record and queue it; Main returns it. Each array is rented once and returned once.</summary>
internal static class Handlers
{
    private static readonly ConcurrentQueue<object?[]> s_records = new();
    private static readonly ConcurrentQueue<byte[]> s_bytes = new();

    public static void RentInEach()
    {
        // Some use of the pool before, so that the pool gives the handlers arrays that were returned.
        for (int i = 0; i < 4; i++)
            Queue();

        ReturnAll();
        AppDomain.CurrentDomain.AssemblyLoad += static (_, _) => Queue();
        AppDomain.CurrentDomain.FirstChanceException += static (_, _) => Queue();
        AppDomain.CurrentDomain.AssemblyResolve += static (_, _) =>
        {
            Queue();
            return null;
        };
        AppDomain.CurrentDomain.TypeResolve += static (_, _) =>
        {
            Queue();
            return null;
        };

        // The check formats numbers on threads of its own.
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = new RentingCulture();
        using var meter = new Meter("Zoo");
        meter.CreateObservableGauge("rents", static () =>
        {
            Queue();
            return 1;
        });
        using MeterListener metrics = ListenTo(meter);
        AppDomain.CurrentDomain.AssemblyLoad += (_, _) => metrics.RecordObservableInstruments();
        using var listener = new RentingListener();
        for (int i = 0; i < 50; i++)
        {
            Use<Guid>();
            Use<(Guid, int)>();
            metrics.RecordObservableInstruments();
            ArrayPool<int>.Shared.Return(ArrayPool<int>.Shared.Rent(100 << (i % 8)));
            ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(50));
            _ = new Finalized();
            if (i % 10 == 0)
                GC.Collect();

            Thread.Sleep(10);
            ReturnAll();
        }

        GC.Collect();
        GC.WaitForPendingFinalizers();
        ReturnAll();
        listener.Dispose();
        ReturnAll();
    }

    /// <summary>The handlers rent when an exception ends the process, and the last of them returns everything.</summary>
    public static void RentInTheLastOne()
    {
        AppDomain.CurrentDomain.FirstChanceException += static (_, _) => Queue();
        AppDomain.CurrentDomain.UnhandledException += static (_, _) =>
        {
            for (int i = 0; i < 100; i++)
                Queue();

            ReturnAll();
            Console.WriteLine("returned all");
        };
        for (int i = 0; i < 100; i++)
        {
            Queue();
            ReturnAll();
        }
    }

    public static void ReturnWithoutRent() => ArrayPool<byte>.Shared.Return(new byte[256]); // never rented

    /// <summary>With the pool alone the second round sees what the first one left.</summary>
    public static int TakeArraysForZeros()
    {
        for (int round = 0; round < 5; round++)
        {
            int[] counts = ArrayPool<int>.Shared.Rent(1000);
            bool isClear = !counts.AsSpan().ContainsAnyExcept(0);
            counts.AsSpan().Fill(7);
            ArrayPool<int>.Shared.Return(counts);
            if (!isClear)
                return 10 + round;
        }

        return 0;
    }

    private static void Queue() => s_records.Enqueue(ArrayPool<object?>.Shared.Rent(100));

    private static void ReturnAll()
    {
        while (s_records.TryDequeue(out object?[]? record))
            ArrayPool<object?>.Shared.Return(record);

        while (s_bytes.TryDequeue(out byte[]? bytes))
            ArrayPool<byte>.Shared.Return(bytes);
    }

    private static void Use<T>()
    {
        var list = new List<T>();
        T[] array = ArrayPool<T>.Shared.Rent(10);
        list.AddRange(array);
        ArrayPool<T>.Shared.Return(array);
    }

    private static MeterListener ListenTo(Meter meter)
    {
        var listener = new MeterListener { InstrumentPublished = (instrument, all) => Listen(instrument, all, meter) };
        listener.SetMeasurementEventCallback<int>(static (_, _, _, _) => Queue());
        listener.Start();
        return listener;
    }

    private static void Listen(Instrument instrument, MeterListener listener, Meter meter)
    {
        if (instrument.Meter == meter)
            listener.EnableMeasurementEvents(instrument);
    }

    private sealed class RentingCulture() : CultureInfo("")
    {
        public override object? GetFormat(Type? formatType)
        {
            Queue();
            return base.GetFormat(formatType);
        }
    }

    private sealed class Finalized
    {
        ~Finalized() => Queue();
    }

    private sealed class RentingListener : EventListener
    {
        private readonly int _pool = ArrayPool<int>.Shared.GetHashCode();

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name == "System.Buffers.ArrayPoolEventSource")
                EnableEvents(source, EventLevel.Verbose);
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.Payload is [_, _, int pool, ..] && pool == _pool)
                s_bytes.Enqueue(ArrayPool<byte>.Shared.Rent(50));
        }
    }
}
