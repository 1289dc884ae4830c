namespace PooledGen.Diagnostics;

/// <summary>
/// The run of a probe that the calling code belongs to, as the execution context carries it. A process may have several copies of this library, such as that of
/// the tool, which knows the description of a run and not its type. So the context belongs to the process and not to a copy.
/// </summary>
internal static class ProbeContext
{
    private const string Key = "PooledGen.ProbeContext";

    private static readonly AsyncLocal<(string? Description, object? Run)> s_current = Share();
    private static long s_eventsOfOthers;

    /// <summary>The run, in a sentence; null if the calling code belongs to none.</summary>
    public static string? Description => s_current.Value.Description;

    /// <summary>The run; null if the calling code belongs to none of this copy, or its probe has ended.</summary>
    public static IProbeRun? Run => s_current.Value.Run is IProbeRun { IsEnded: false } run ? run : null;

    /// <summary>How many rents and returns belonged to no run of this copy, while a check was open.</summary>
    public static long EventsOfOthers => Interlocked.Read(ref s_eventsOfOthers);

    /// <summary>Begins a run: what the calling method, which is asynchronous, calls and starts from now on belongs to it.</summary>
    public static void Enter(string description, IProbeRun run) => s_current.Value = (description, run);

    /// <summary>Begins what belongs to no run, until the calling method returns, which is asynchronous.</summary>
    public static void Leave() => s_current.Value = default;

    /// <summary>Counts a rent or a return of the calling code.</summary>
    public static void CountEvent(bool isReturn)
    {
        if (Run is { } run)
            run.CountEvent(isReturn);
        else
            Interlocked.Increment(ref s_eventsOfOthers);
    }

    // The framework's own type, so that an unloaded copy leaves nothing behind.
    private static AsyncLocal<(string? Description, object? Run)> Share()
    {
        AppDomain process = AppDomain.CurrentDomain;
        lock (process)
        {
            if (process.GetData(Key) is AsyncLocal<(string? Description, object? Run)> shared)
                return shared;

            var created = new AsyncLocal<(string? Description, object? Run)>();
            process.SetData(Key, created);
            return created;
        }
    }
}
