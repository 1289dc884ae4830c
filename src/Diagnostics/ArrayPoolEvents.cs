using System.Buffers;
using System.Globalization;

namespace PooledGen.Diagnostics;

/// <summary>
/// The events of the framework's pools, and the mark of those that a check causes itself: its rents and returns are not the program's. A process may have
/// several copies of this library, in load contexts of their own, and each listens to the same pools. So the mark belongs to the process and not to a copy.
/// </summary>
internal static class ArrayPoolEvents
{
    /// <summary>The name of the event source.</summary>
    public const string Source = "System.Buffers.ArrayPoolEventSource";

    private const string Key = "PooledGen.ArrayPoolEvents";

    private static readonly ThreadLocal<bool> s_areIgnored = Share();

    /// <summary>Whether the events of the calling thread come from a check.</summary>
    public static bool AreIgnored => s_areIgnored.Value;

    /// <summary>
    /// Makes the event source exist, if the process has event sources: the first rental creates it, under a lock that the constructor of a listener takes, too.
    /// </summary>
    public static void CreateSource() => ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(1));

    /// <summary>Whether an array was allocated or dropped because its length is above the longest that the pool keeps.</summary>
    public static bool IsTooLong(IReadOnlyList<object?> payload) => ReasonOf(payload) == 1;

    /// <summary>Whether the event is the allocation of an array that has a place in its pool. Only pools of <c>ArrayPool.Create</c> have places.</summary>
    public static bool IsOfPoolOfCreate(string? name, IReadOnlyList<object?> payload) => name == "BufferAllocated" && ReasonOf(payload) == 0;

    // The framework's reasons for an allocation: 0 the array has a place in the pool, 1 over the maximum size, 2 no free array; for a drop: 0 no room, 1 over
    // the maximum size. Other events have none.
    private static int ReasonOf(IReadOnlyList<object?> payload) => payload.Count > 4 ? Convert.ToInt32(payload[4], CultureInfo.InvariantCulture) : -1;

    /// <summary>The exception of a member that needs the events, in a process without them.</summary>
    public static NotSupportedException CreateMissing(string member) => new(
        $"{member} needs the events of {Source}, and this process raises none. "
        + "Set EventSourceSupport to true in the project file; NativeAOT sets it to false.");

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
