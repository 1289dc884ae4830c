using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck;

/// <summary>
/// Marks arrays that were returned, so that woven code reports each use of them. A marked array does not move. Not safe for several threads at once: the
/// lock of the watch guards it.
/// </summary>
internal sealed class ArrayMarks : IArrayMarks
{
    // Each handle costs time in every collection: 64 MB of short arrays with handles make a program that allocates a hundred times as slow.
    public const int MaxHandles = 2000;

    // The arrays on the heap of pinned objects, which nothing else tells. They need no handle.
    private readonly ConditionalWeakTable<Array, object> _pinned = [];

    // It has room for all from the beginning, because a handle would be lost if there were no memory for a larger table.
    private readonly Dictionary<Array, LinkedListNode<PinnedArray>> _handles = new(MaxHandles, ReferenceEqualityComparer.Instance);

    // The same, oldest first. An array of a rare length may stay for hours, so a queue would keep all that came and went after it.
    private readonly LinkedList<PinnedArray> _order = [];

    /// <summary>How many arrays were not marked any more before they left the quarantine or were rented again.</summary>
    public int ReleasedEarly { get; private set; }

    public bool IsPinned(Array array) => _pinned.TryGetValue(array, out _);

    // Outside of the lock, and the table has one of its own.
    public void AddPinned(Array array) => Uninterrupted.Run(static state => state._pinned.TryAdd(state.array, state._pinned), (_pinned, array));

    public void Mark(Array array, long bytes, bool isInItsPool = false)
    {
        if (!IsPinned(array) && !TryPin(array, bytes))
        {
            ReleasedEarly++;
            return;
        }

        PoolGuard.Mark(array, bytes, isInItsPool);
    }

    public void Unmark(Array array, long bytes)
    {
        bool hasHandle = _handles.Remove(array, out LinkedListNode<PinnedArray>? entry);
        if (hasHandle || IsPinned(array))
            PoolGuard.Unmark(array, bytes);

        if (!hasHandle)
            return;

        _order.Remove(entry!);
        entry!.Value.Handle.Free();
    }

    private bool TryPin(Array array, long bytes)
    {
        if (_handles.Count == MaxHandles)
            ReleaseOldest();

        try
        {
            // The handle comes last, because it would be lost if there were no memory for the entry.
            var entry = new LinkedListNode<PinnedArray>(default);
            entry.Value = new PinnedArray(array, bytes, GCHandle.Alloc(array, GCHandleType.Pinned));
            _handles.Add(array, entry);
            _order.AddLast(entry);
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
        PinnedArray oldest = _order.First!.Value;
        Unmark(oldest.Array, oldest.Bytes);
        ReleasedEarly++;
    }

    private readonly record struct PinnedArray(Array Array, long Bytes, GCHandle Handle);
}
