using System.Buffers;
using System.Diagnostics.Tracing;
using System.Reflection;
using System.Runtime.CompilerServices;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck;

/// <summary>
/// Holds back the arrays that woven code returns to pools of <c>ArrayPool.Create</c>, and counts its returns to pools of other types. Safe for use by many
/// threads.
/// </summary>
internal sealed class WovenReturns : IPoolReturns
{
    // Null in a runtime that has another method: then pools of Create are not watched.
    private readonly Action<int, int, int>? _announce = FindAnnouncement();

    private readonly ConditionalWeakTable<Type, StrongBox<long>> _others = [];

    /// <summary>
    /// The types of pools that derive from <c>ArrayPool&lt;T&gt;</c> outside of the framework, and how many arrays woven code has returned to each.
    /// </summary>
    public IEnumerable<(Type Type, long Returns)> Others => _others.Select(static pool => (pool.Key, Interlocked.Read(ref pool.Value.Value)));

    public bool TryReturn<T>(ArrayPool<T> pool, T[] array, bool clearArray)
    {
        // An interrupt is meant for the program's own waits.
        if (pool.GetType() == Uninterrupted.Run(static _ => CreatedArrayPools<T>.Type, 0))
            return _announce is not null && ArrayPoolWatch.TryReturn(pool, array, clearArray, _announce);

        StrongBox<long> returns = Uninterrupted.Run(
            static state => state._others.GetValue(state.Type, static _ => new StrongBox<long>()), (_others, Type: pool.GetType()));
        Interlocked.Increment(ref returns.Value);
        return false;
    }

    // What the pools call. It is internal, as its class is.
    private static Action<int, int, int>? FindAnnouncement()
    {
        EventSource? source = EventSource.GetSources().FirstOrDefault(static source => source.Name == ArrayPoolEvents.Source);
        MethodInfo? method = source?.GetType().GetMethod(
            "BufferReturned", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, [typeof(int), typeof(int), typeof(int)]);
        return method?.CreateDelegate<Action<int, int, int>>(source);
    }
}
