using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

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
        Load(context, typeof(PooledBuffers).Assembly);
        Load(context, typeof(ArrayPoolMeter).Assembly);
        Type plugin = Load(context, typeof(UnloadScenario).Assembly).GetType(typeof(UnloadScenario).FullName!)!;
        started = (string)plugin.GetMethod(nameof(RunPlugin), BindingFlags.NonPublic | BindingFlags.Static)!.Invoke(null, null)!;
        context.Unload();
        return new WeakReference(context);
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
        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "PooledGen")
                EnableEvents(eventSource, EventLevel.Informational);
        }
    }
}
