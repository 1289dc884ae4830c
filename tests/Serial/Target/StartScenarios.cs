using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using System.Runtime.InteropServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Diagnostics.Target;

/// <summary>Listeners that are there before the event source and the meter are. Each scenario needs a process of its own.</summary>
internal static partial class StartScenarios
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Called;

    [PooledBuffer<byte>(MaxLength = 4096, Storage = BufferStorage.Native)]
    private partial struct Mapped;

    /// <summary>Plays one scenario.</summary>
    /// <returns>How it ended, in one line.</returns>
    public static string Run(string scenario) => scenario switch
    {
        "callback" => RentInTheFirstCallback(),
        "listeners' lock" => RentUnderTheListenersLock(),
        "instrument" => WaitForARentalInTheInstrumentCallback(),
        "array pool" => LookForTheArrayPoolsSource(),
        "native library" => WaitForARentalWhereALibraryIsLoaded(),
        "assembly" => WaitForARentalWhereATrimLoadsAnAssembly(),
        "tracing" => RentBeforeTheStacksAreClosed(),
        "copies" => UnloadScenario.ListenToBoth(),
        _ => AttachAfterTheOnlyRental(),
    };

    // No listener here: a callback could create the source. On .NET 11 it is there before.
    private static string LookForTheArrayPoolsSource()
    {
        const string ArrayPools = "System.Buffers.ArrayPoolEventSource";
        bool wasThere = Exists(ArrayPools);
        Packet.Rent(16).Dispose();

        SpinWait.SpinUntil(static () => Exists("PooledGen"), s_patience);
        bool isThere = Exists(ArrayPools);
        return $"ours: {Exists("PooledGen")}, array pool's: {(isThere && !wasThere ? "created" : "as it was")}";

        static bool Exists(string name)
        {
            foreach (EventSource source in EventSource.GetSources())
            {
                if (source.Name == name)
                    return true;
            }

            return false;
        }
    }

    // A handler of loaded assemblies may do what a listener may. Code that runs under a lock of the pool must load none.
    private static string WaitForARentalWhereATrimLoadsAnAssembly()
    {
        bool isListening = false;
        using var listener = new SourceListener(_ => Volatile.Write(ref isListening, true), EventLevel.Informational);
        Called.Rent(16).Dispose();
        SpinWait.SpinUntil(() => Volatile.Read(ref isListening), s_patience);
        int blocked = 0;
        AppDomain.CurrentDomain.AssemblyLoad += (_, _) =>
        {
            var renting = new Thread(static () => Called.Rent(16).Dispose()) { IsBackground = true };
            renting.Start();
            if (!renting.Join(s_patience))
                blocked++;
        };

        Called.Pool.Trim();

        return $"listening: {isListening}, trimmed: {Called.Pool.GetStatistics().Trimmed}, blocked: {blocked}";
    }

    // An application may look for native libraries itself.
    private static string WaitForARentalWhereALibraryIsLoaded()
    {
        int calls = 0;
        bool isRented = false;
        NativeLibrary.SetDllImportResolver(typeof(BufferPool).Assembly, (_, _, _) =>
        {
            if (Interlocked.Increment(ref calls) == 1)
            {
                var other = new Thread(static () => Mapped.RentOwner(16).Dispose()) { IsBackground = true };
                other.Start();
                isRented = other.Join(s_patience);
            }

            return 0;
        });

        Mapped.Rent(16).Dispose();

        return $"loaded: {calls > 0}, rented: {isRented}";
    }

    private static string RentInTheFirstCallback()
    {
        Exception? thrown = null;
        int callbacks = 0;
        using var listener = new SourceListener(_ =>
        {
            try
            {
                Called.Rent(16).Dispose();
            }
            catch (NullReferenceException exception)
            {
                thrown = exception;
            }

            Interlocked.Increment(ref callbacks);
        });

        Packet.Rent(16).Dispose();

        bool isCalled = SpinWait.SpinUntil(() => Volatile.Read(ref callbacks) > 0, s_patience);
        return $"called: {isCalled}, thrown: {thrown?.GetType().Name ?? "nothing"}, in use: {Called.Pool.GetStatistics().InUse}";
    }

    // The thread that creates the source waits for the registry's lock, and has not closed the stacks of the pool yet.
    private static string RentBeforeTheStacksAreClosed()
    {
        string? first = null;
        bool isTracing;
        using var listener = new SourceListener(written => Interlocked.CompareExchange(ref first, written.EventName, null));
        Type source = typeof(BufferPool).Assembly.GetType("PooledGen.PoolEventSource")!;
        Type registry = typeof(BufferPool).Assembly.GetType("PooledGen.PoolRegistry")!;
        _ = Packet.Pool;
        lock (PrivateField.Of(registry, "s_pools")!)
        {
            Packet.Rent(16).Dispose();
            isTracing = SpinWait.SpinUntil(() => PrivateField.Of(source, "Log") is { } log && (bool)PrivateField.Of(log, "_isTracing")!, s_patience);
            var other = new Thread(static () => Packet.RentOwner(16).Dispose()) { IsBackground = true };
            other.Start();
            other.Join(s_patience);
        }

        SpinWait.SpinUntil(() => Volatile.Read(ref first) is not null, s_patience);
        return $"tracing: {isTracing}, first: {first}";
    }

    // The framework calls a new listener for each event source that is there, and holds its lock meanwhile.
    private static string RentUnderTheListenersLock()
    {
        bool isRented = false;
        var listening = new Thread(() =>
        {
            using var listener = new AnyListener(() =>
            {
                var other = new Thread(static () => Packet.Rent(16).Dispose()) { IsBackground = true };
                other.Start();
                isRented = other.Join(s_patience);
                Called.Rent(16).Dispose();
            });
        })
        { IsBackground = true };
        listening.Start();

        return $"listened: {listening.Join(2 * s_patience)}, rented: {isRented}";
    }

    private static string WaitForARentalInTheInstrumentCallback()
    {
        bool isRented = false, isPublished = false;
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, _) =>
        {
            if (instrument.Meter.Name != "PooledGen" || isPublished)
                return;

            var other = new Thread(static () => Called.Rent(16).Dispose()) { IsBackground = true };
            other.Start();
            isRented = other.Join(s_patience);
            Volatile.Write(ref isPublished, true);
        };
        listener.Start();

        Packet.Rent(16).Dispose();

        SpinWait.SpinUntil(() => Volatile.Read(ref isPublished), 2 * s_patience);
        return $"published: {isPublished}, rented: {isRented}";
    }

    private static string AttachAfterTheOnlyRental()
    {
        Packet.Rent(16).Dispose();

        string? figures = null;
        int instruments = 0;
        using var listener = new SourceListener(written => Volatile.Write(ref figures, string.Join(' ', written.Payload!.Skip(1))));
        using var meterListener = new MeterListener();
        meterListener.InstrumentPublished = (instrument, _) =>
        {
            if (instrument.Meter.Name == "PooledGen")
                Interlocked.Increment(ref instruments);
        };
        meterListener.Start();

        SpinWait.SpinUntil(() => Volatile.Read(ref figures) is not null && Volatile.Read(ref instruments) == 13, s_patience);
        return $"{instruments} instruments, {figures}";
    }

    /// <summary>Listens to the pools from the moment that their event source is there.</summary>
    private sealed class SourceListener(Action<EventWrittenEventArgs> callback, EventLevel level = EventLevel.Verbose) : EventListener
    {
        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "PooledGen")
                EnableEvents(eventSource, level);
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.EventSource.Name == "PooledGen")
                callback(eventData);
        }
    }

    /// <summary>Calls back once, in its own constructor.</summary>
    private sealed class AnyListener(Action callback) : EventListener
    {
        private bool _isCalled;

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (_isCalled)
                return;

            _isCalled = true;
            callback();
        }
    }
}
