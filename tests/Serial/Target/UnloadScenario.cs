using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Diagnostics.Target;

/// <summary>A host that loads a plug-in together with its own copy of PooledGen, and unloads both. The plug-in is this assembly.</summary>
internal static class UnloadScenario
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    /// <summary>Loads, rents and unloads.</summary>
    /// <returns>
    /// Whether the copy had its event source and its meter, and whether the host's process has let go of it, although it meters the framework's pools.
    /// </returns>
    public static string Run()
    {
        using var listener = new Listener();
        using var meterListener = new MeterListener();
        meterListener.InstrumentPublished = (instrument, published) => published.EnableMeasurementEvents(instrument);
        meterListener.Start();

        WeakReference context = LoadRentAndUnload(out string started);

        for (var clock = Stopwatch.StartNew(); context.IsAlive && clock.Elapsed < s_patience; Thread.Sleep(10))
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        return $"{started}, collected: {!context.IsAlive}";
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference LoadRentAndUnload(out string started)
    {
        var context = new AssemblyLoadContext("plugin", isCollectible: true);
        started = (string)CallInPlugin(context, nameof(RunPlugin))!;
        context.Unload();
        return new WeakReference(context);
    }

    /// <summary>Listens while the host and a plug-in have a copy each, to both of which nobody has listened before.</summary>
    /// <returns>How many of the two announce their pools.</returns>
    public static string ListenToBoth()
    {
        Rent();
        var context = new AssemblyLoadContext("plugin", isCollectible: true);
        CallInPlugin(context, nameof(Rent));

        using var listener = new Listener();
        string heard = $"heard: {listener.Heard} of {EventSource.GetSources().Count(static source => source.Name == "PooledGen")}";
        context.Unload();
        return heard;
    }

    private static object? CallInPlugin(AssemblyLoadContext context, string method)
    {
        Load(context, typeof(PooledBuffers).Assembly);
        Load(context, typeof(ArrayPoolMeter).Assembly);
        Type plugin = Load(context, typeof(UnloadScenario).Assembly).GetType(typeof(UnloadScenario).FullName!)!;
        return plugin.GetMethod(method, BindingFlags.NonPublic | BindingFlags.Static)!.Invoke(null, null);
    }

    // Returns when the event source of this copy is there.
    private static void Rent()
    {
        Packet.Rent(16).Dispose();
        Type source = typeof(BufferPool).Assembly.GetType("PooledGen.PoolEventSource")!;
        SpinWait.SpinUntil(() => PrivateField.Of(source, "Log") is not null, s_patience);
    }

    private static Assembly Load(AssemblyLoadContext context, Assembly assembly)
    {
        using FileStream image = File.OpenRead(assembly.Location);
        return context.LoadFromStream(image);
    }

    // The idle timer waits for a collection.
    private static string RunPlugin()
    {
        PooledBuffers.SamplesPerSecond = 5;
        GC.Collect();
        Packet.Rent(16).Dispose();
        int instruments = 0;
        using var meterListener = new MeterListener();
        meterListener.InstrumentPublished = (instrument, _) => instruments += instrument.Meter.Name == "PooledGen" ? 1 : 0;
        meterListener.Start();
        bool hasSource = SpinWait.SpinUntil(
            static () => EventSource.GetSources().Any(static source => source.Name == "PooledGen" && source.IsEnabled()), s_patience);
        bool hasMeter = SpinWait.SpinUntil(() => Volatile.Read(ref instruments) == 15, s_patience);
        ArrayPoolMeter.Start();
        bool isCopy = typeof(Packet).Assembly.IsCollectible && typeof(PooledBuffers).Assembly.IsCollectible && typeof(ArrayPoolMeter).Assembly.IsCollectible;
        return $"copy: {isCopy}, source: {hasSource}, meter: {hasMeter}, retained: {PooledBuffers.ReservedBytes > 0}";
    }

    private sealed class Listener : EventListener
    {
        private int _heard;

        /// <summary>How many sources have announced the pool of packets.</summary>
        public int Heard => Volatile.Read(ref _heard);

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData is { EventName: "PoolCreated", Payload: [_, string name, ..] } && name.EndsWith("Packet", StringComparison.Ordinal))
                Interlocked.Increment(ref _heard);
        }

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "PooledGen")
                EnableEvents(eventSource, EventLevel.Informational);
        }
    }
}
