using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck;

/// <summary>
/// Marks the arrays of the quarantine, so that woven code reports each use of them. A marked array does not move. Not safe for several threads at once: the
/// lock of the watch guards it.
/// </summary>
internal sealed class ArrayMarks : IArrayMarks
{
    // Each handle costs time in every collection: 64 MB of short arrays with handles make a program that allocates a hundred times as slow.
    public const int MaxHandles = 2000;

    // The arrays on the heap of pinned objects, which nothing else tells. They need no handle.
    private readonly ConditionalWeakTable<Array, object> _pinned = [];

    // With room for all, so that a handle does not get lost for want of memory.
    private readonly Dictionary<Array, GCHandle> _handles = new(MaxHandles, ReferenceEqualityComparer.Instance);

    // Those with handles, oldest first, and some that have none any more. The oldest has one, or the queue would keep arrays that nobody else refers to.
    private readonly Queue<(Array Array, long Bytes)> _order = new();

    /// <summary>How many arrays were not marked any more before they left the quarantine.</summary>
    public int ReleasedEarly { get; private set; }

    public bool IsPinned(Array array) => _pinned.TryGetValue(array, out _);

    // Outside of the lock, and the table has one of its own.
    public void AddPinned(Array array) => Uninterrupted.Run(static state => state._pinned.TryAdd(state.array, state._pinned), (_pinned, array));

    public void Mark(Array array, long bytes)
    {
        if (!IsPinned(array) && !TryPin(array, bytes))
        {
            ReleasedEarly++;
            return;
        }

        PoolGuard.Mark(array, bytes);
    }

    public void Unmark(Array array, long bytes)
    {
        bool hasHandle = _handles.Remove(array, out GCHandle handle);
        if (hasHandle || IsPinned(array))
            PoolGuard.Unmark(array, bytes);

        if (!hasHandle)
            return;

        handle.Free();
        while (_order.TryPeek(out (Array Array, long Bytes) oldest) && !_handles.ContainsKey(oldest.Array))
            _order.Dequeue();
    }

    private bool TryPin(Array array, long bytes)
    {
        if (_handles.Count == MaxHandles)
            ReleaseOldest();

        try
        {
            _handles.Add(array, GCHandle.Alloc(array, GCHandleType.Pinned));
            _order.Enqueue((array, bytes));
            return true;
        }
        catch (ArgumentException)
        {
            // .NET 8 pins no array of structs with a bool, a char or a date in them. The pool's next array of that length lies on the heap of pinned objects.
            return false;
        }
    }

    private void ReleaseOldest()
    {
        (Array array, long bytes) = _order.Peek();
        Unmark(array, bytes);
        ReleasedEarly++;
    }
}
