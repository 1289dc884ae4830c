namespace PooledGen;

/// <summary>
/// Marks what a check does itself: its rents and returns are not the program's. A process may have several copies of this library, in load contexts of their
/// own, and each listens to the same pools. So the mark belongs to the process and not to a copy.
/// </summary>
internal static class ArrayPoolEvents
{
    private const string Key = "PooledGen.ArrayPoolEvents";

    private static readonly ThreadLocal<bool> s_areIgnored = Share();

    /// <summary>Whether the events of the calling thread come from a check.</summary>
    public static bool AreIgnored => s_areIgnored.Value;

    /// <summary>Marks the calling thread until the scope ends. Scopes do not nest.</summary>
    public static Scope Ignore()
    {
        s_areIgnored.Value = true;
        return default;
    }

    // The framework's own type, so that an unloaded copy leaves nothing behind.
    private static ThreadLocal<bool> Share()
    {
        AppDomain process = AppDomain.CurrentDomain;
        lock (process)
        {
            if (process.GetData(Key) is ThreadLocal<bool> shared)
                return shared;

            var created = new ThreadLocal<bool>();
            process.SetData(Key, created);
            return created;
        }
    }

    /// <summary>The end of what a check does itself.</summary>
    public readonly ref struct Scope
    {
        public void Dispose() => s_areIgnored.Value = false;
    }
}
