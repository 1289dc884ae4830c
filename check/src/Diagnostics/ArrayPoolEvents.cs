using System.Buffers;
using System.Globalization;
using Marks = (bool IsOfACheck, bool IsInsideACheck, long Move, string? Event, int Pool, int Hash, int Length);

namespace PooledGen.Diagnostics;

/// <summary>
/// The events of the framework's pools, and the marks of those that a check causes. A process may have several copies of this library, in load contexts of
/// their own, and each listens to the same pools. So the marks belong to the process and not to a copy.
/// </summary>
/// <remarks>
/// A check that moves an array marks its thread first; the event of the move comes on that thread, and <see cref="AreOwn"/> compares it with the mark.
/// <para>A handler of the program, for assemblies, exceptions or events, may run inside of a check and on its threads, and rent there. So a check leaves out
/// the array that it moves itself, and nothing else: a ledger that missed a rent would take its return for a mistake.</para>
/// </remarks>
internal static class ArrayPoolEvents
{
    /// <summary>The name of the event source.</summary>
    public const string Source = "System.Buffers.ArrayPoolEventSource";

    private const string Key = "PooledGen.ArrayPoolEvents";

    // The move whose event this copy has seen last on this thread.
    [ThreadStatic]
    private static long t_lastMove;

    private static readonly ThreadLocal<Marks> s_marks = Share();

    /// <summary>Whether the calling thread works for a check, so that what it rents is recorded and not judged.</summary>
    public static bool AreOfACheck => s_marks.Value.IsOfACheck;

    /// <summary>Whether the calling thread is inside of a check, which has got an event of the program. A probe does not count what is rented there.</summary>
    public static bool AreInsideACheck => s_marks.Value.IsInsideACheck;

    /// <summary>
    /// Whether an event of the calling thread says that a check moves an array out of its pool or back. Each move has one such event: a listener of the program
    /// may rent the same array while it gets this event.
    /// </summary>
    public static bool AreOwn(string? name, int pool, int hash, int length)
    {
        (_, _, long move, string? own, int ownPool, int ownHash, int ownLength) = s_marks.Value;
        if (own is null || (ownPool, ownHash, ownLength) != (pool, hash, length))
            return false;

        if (name != own || t_lastMove == move)
            return name == "BufferDropped";

        t_lastMove = move;
        return true;
    }

    /// <summary>
    /// Rents and returns an array. The first rental of a process creates the event source, if there is any, under a lock that the constructor of a listener
    /// takes, too.
    /// </summary>
    public static void RentOnce() => ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(1));

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

    /// <summary>Says until the scope ends that the calling thread works for a check.</summary>
    public static Scope BelongToACheck() => Mark(s_marks.Value with { IsOfACheck = true, Event = null });

    /// <summary>Says until the scope ends that the calling thread is inside of a check, which has got an event of the program.</summary>
    public static Scope BelongInsideACheck() => Mark(s_marks.Value with { IsInsideACheck = true });

    /// <summary>Says until the scope ends that the calling thread takes this array out of its pool for a check.</summary>
    public static Scope BelongToTheRentOf(int pool, int hash, int length) => Mark("BufferRented", pool, hash, length);

    /// <summary>Says until the scope ends that the calling thread gives this array to its pool for a check.</summary>
    public static Scope BelongToTheReturnOf(int pool, int hash, int length) => Mark("BufferReturned", pool, hash, length);

    private static Scope Mark(string name, int pool, int hash, int length)
    {
        Marks before = s_marks.Value;
        return Mark(before with { Move = before.Move + 1, Event = name, Pool = pool, Hash = hash, Length = length });
    }

    private static Scope Mark(Marks marks)
    {
        var scope = new Scope { Before = s_marks.Value };
        s_marks.Value = marks;
        return scope;
    }

    // The framework's own type, so that an unloaded copy leaves nothing behind.
    private static ThreadLocal<Marks> Share()
    {
        AppDomain process = AppDomain.CurrentDomain;
        lock (process)
        {
            if (process.GetData(Key) is ThreadLocal<Marks> shared)
                return shared;

            var created = new ThreadLocal<Marks>();
            process.SetData(Key, created);
            return created;
        }
    }

    /// <summary>Ends a mark. Scopes nest.</summary>
    public ref struct Scope
    {
        public Marks Before;

        public readonly void Dispose() => s_marks.Value = Before with { Move = s_marks.Value.Move };
    }
}
