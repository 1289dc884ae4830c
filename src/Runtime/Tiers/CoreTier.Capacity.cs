using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The places of the core tier: how many nodes of a class there is open room for, from the first slot up; the last open slot may have less than
/// a whole batch. Everything here runs under the roster's lock, except where it says otherwise.
/// </summary>
/// <remarks>
/// Closing works as on a <see cref="ThreadStack{T}"/>: the number is lowered, a barrier passes, the slots above are looked at again.
/// </remarks>
internal sealed partial class CoreTier<T>
{
    // Nodes are given to places below it alone.
    private readonly int[] _open = new int[depths.Length];

    // What the budget was charged for: as many as are open, or more while they are being closed.
    private readonly int[] _reserved = new int[depths.Length];

    /// <summary>How many places are paid for.</summary>
    public int ReservedCapacity(int sizeClass) => _reserved[sizeClass];

    /// <summary>How many places are still closed; 0 where every slot is open as a whole. Any thread.</summary>
    public int ClosedCapacity(int sizeClass) => (MaxSlots(sizeClass) * depths[sizeClass]) - Open(sizeClass);

    /// <summary>Opens more places, which the caller has paid for.</summary>
    // model: batch/widen
    public void Grow(int sizeClass, int places) => Volatile.Write(ref _open[sizeClass], _reserved[sizeClass] += places);

    /// <summary>Closes all places and takes out what is in them.</summary>
    /// <param name="sizeClass">The class.</param>
    /// <param name="trimmed">Gets the nodes; it must not have to grow.</param>
    /// <param name="places">How many places are not needed any more.</param>
    /// <returns>How many nodes there were.</returns>
    public int Close(int sizeClass, List<PooledNode<T>>? trimmed, out int places)
    {
        // model: batch/close
        Volatile.Write(ref _open[sizeClass], 0);
        Interlocked.MemoryBarrier();
        places = _reserved[sizeClass];
        _reserved[sizeClass] = 0;
        int nodes = 0;
        foreach (ref BatchSlot<T> slot in SlotsOf(sizeClass, places))
        {
            var wait = default(SpinWait);
            // model: batch/await
            for (int count = slot.Count; count != 0; count = slot.Count)
            {
                // Who has claimed it is about to release it, with or without nodes.
                if (count > 0)
                    nodes += TryTake(ref slot, trimmed);
                else
                    wait.SpinUninterrupted();
            }
        }

        return nodes;
    }

    /// <summary>Takes out the batches of which nobody used a node since the last visit.</summary>
    /// <param name="sizeClass">The class.</param>
    /// <param name="trimmed">Gets the nodes; it must not have to grow.</param>
    /// <returns>How many nodes there were.</returns>
    public int TrimIdle(int sizeClass, List<PooledNode<T>>? trimmed)
    {
        int nodes = 0;
        foreach (ref BatchSlot<T> slot in OpenSlots(sizeClass))
        {
            // Benign race: between the look and the claim the nodes may have been rented and returned. Then we trim what was just used.
            if (IsIdle(ref slot))
                nodes += TryTake(ref slot, trimmed);
        }

        return nodes;
    }

    /// <summary>Closes the slots above the highest that is in use. The caller lets a barrier pass and calls <see cref="CompleteTrim"/>.</summary>
    public void Shrink(int sizeClass)
    {
        // model: batch/narrow
        Volatile.Write(ref _open[sizeClass], CapacityInUse(sizeClass, open: 0));
        Interlocked.MemoryBarrier();
    }

    /// <summary>The end of <see cref="Shrink"/>: opens again what was used meanwhile, and remembers the generations for the next visit.</summary>
    /// <returns>How many places are no longer needed.</returns>
    public int CompleteTrim(int sizeClass)
    {
        // What is open stays open, in use or not: it is too late for another look at it (CapacityTests, CloseStormTests).
        int places = _reserved[sizeClass];
        // model: batch/settle
        _reserved[sizeClass] = CapacityInUse(sizeClass, Open(sizeClass));
        // model: batch/reopen
        Volatile.Write(ref _open[sizeClass], _reserved[sizeClass]);
        foreach (ref BatchSlot<T> slot in OpenSlots(sizeClass))
        {
            foreach (PooledNode<T>? node in Seen(ref slot))
                node?.NoteVisit();
        }

        return places - _reserved[sizeClass];
    }

    private static int TryTake(ref BatchSlot<T> slot, List<PooledNode<T>>? trimmed)
    {
        int count = slot.Count;
        // model: batch/take-all
        if (count <= 0 || !slot.TryClaim(count))
            return 0;

        Span<PooledNode<T>?> nodes = slot.Nodes(count);
        foreach (PooledNode<T>? node in nodes)
            trimmed?.Add(node!);

        // model: batch/null
        nodes.Clear();
        // model: batch/empty
        slot.Release(0);
        return count;
    }

    private static bool IsIdle(ref BatchSlot<T> slot)
    {
        Span<PooledNode<T>?> nodes = Seen(ref slot);
        foreach (PooledNode<T>? node in nodes)
        {
            if (node is not { IsIdle: true })
                return false;
        }

        // An empty slot may have been filled since.
        return !nodes.IsEmpty;
    }

    // Without a claim, so anything may have changed by now.
    private static Span<PooledNode<T>?> Seen(ref BatchSlot<T> slot) => slot.Nodes(Math.Max(slot.Count, 0));

    // Up to the end of the highest slot that is in use, and not fewer than are open.
    private int CapacityInUse(int sizeClass, int open)
    {
        int highest = SlotCount(sizeClass, _reserved[sizeClass]);
        while (highest > SlotCount(sizeClass, open) && _classes[sizeClass]![highest - 1].Count == 0)
            highest--;

        return Math.Min(_reserved[sizeClass], highest * depths[sizeClass]);
    }

    private int MaxSlots(int sizeClass) => s_cores * Depths.BatchesPerCore(depths[sizeClass]);

    // model: batch/open
    private int Open(int sizeClass) => Volatile.Read(ref _open[sizeClass]);

    // Also of the last one, of which only a part may be open.
    private int SlotCount(int sizeClass, int places) => (places + depths[sizeClass] - 1) / depths[sizeClass];

    // How many nodes a slot has room for now; none or less where it is closed. What is in use does not become less.
    private int RoomOf(int slot, int sizeClass) => Math.Min(Open(sizeClass) - (slot * depths[sizeClass]), depths[sizeClass]);

    private Span<BatchSlot<T>> OpenSlots(int sizeClass) => SlotsOf(sizeClass, Open(sizeClass));

    private Span<BatchSlot<T>> SlotsOf(int sizeClass, int places) => _classes[sizeClass].AsSpan(0, SlotCount(sizeClass, places));
}
