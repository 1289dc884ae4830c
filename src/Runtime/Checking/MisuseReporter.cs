using System.Diagnostics.Tracing;

namespace PooledGen;

/// <summary>Reports what checked mode and sampling find.</summary>
internal static class MisuseReporter
{
    /// <summary><see cref="PooledBuffers.MisuseFound"/>.</summary>
    public static event EventHandler<PoolMisuse>? Found;

    /// <summary>Tells the check, the event source and the handlers. The caller holds no lock.</summary>
    public static void Report(BufferPool pool, RentalCheck? check, PoolMisuse misuse)
    {
        check?.Add(misuse);
        Notify(() => Trace(misuse));
        foreach (Delegate handler in Found?.GetInvocationList() ?? [])
            Notify(() => ((EventHandler<PoolMisuse>)handler)(pool, misuse));
    }

    private static void Notify(Action handler)
    {
        try
        {
            handler();
        }
        catch (ThreadInterruptedException)
        {
            // The interrupt is meant for the thread and not for the handler.
            Thread.CurrentThread.Interrupt();
        }
        catch (Exception)
        {
            // An exception of a handler must not end the rent or return that is under way.
        }
    }

    private static void Trace(PoolMisuse misuse)
        => PoolEventSource.EnabledAt(EventLevel.Warning)?.MisuseFound(misuse.PoolName, misuse.Kind.ToString(), misuse.ToString());
}
