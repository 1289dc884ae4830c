using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The places of the core tier: for how many nodes of a class there is open room, from the first slot up; the last open slot may have less room
/// than a whole batch. Everything here runs under the roster's lock, unless it says otherwise.
/// </summary>
/// <remarks>
/// Closing works as on a <see cref="ThreadStack{T}"/>: lower the number of open places, let a barrier pass, look at the slots above again.
/// </remarks>
internal sealed partial class CoreTier<T>
{
    // The number of open places. Threads put nodes into these only.
    private readonly int[] _open = new int[depths.Length];

    // The number of slots that have open places, for rents and returns that go through no stack: a division less. It follows _open, and may be outdated for a
    // moment: a slot without an open place refuses what is added, and may be taken from.
    private readonly int[] _openSlots = new int[depths.Length];

    // The number of places that the budgets were charged for: the open ones, and those that are being closed.
    private readonly int[] _reserved = new int[depths.Length];

    /// <summary>The number of places that are paid for.</summary>
    public int ReservedCapacity(int sizeClass) => _reserved[sizeClass];

    /// <summary>The number of places that are still closed; 0 if every slot is wholly open. Any thread may call it.</summary>
    public int ClosedCapacity(int sizeClass) => (MaxSlots(sizeClass) * depths[sizeClass]) - Open(sizeClass);

    /// <summary>Opens more places, which the caller has paid for.</summary>
    // model: batch/widen
    public void Grow(int sizeClass, int places) => SetOpen(sizeClass, _reserved[sizeClass] += places);

    /// <summary>Closes all places and takes out their nodes.</summary>
    /// <param name="sizeClass">The class.</param>
    /// <param name="trimmed">Receives the nodes; its capacity must suffice.</param>
    /// <param name="places">The number of places that are no longer needed.</param>
    /// <returns>The number of nodes taken out.</returns>
    public int Close(int sizeClass, List<PooledNode<T>>? trimmed, out int places)
    {
        // model: batch/close
        SetOpen(sizeClass, 0);
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
                // A negative count means a claim: the claiming thread is about to release the slot, with or without nodes.
                if (count > 0)
                    nodes += TryTake(ref slot, trimmed);
                else
                    wait.SpinUninterrupted();
            }
        }

        return nodes;
    }

    /// <summary>Takes out the batches of which no node was used since the last visit.</summary>
    /// <param name="sizeClass">The class.</param>
    /// <param name="trimmed">Receives the nodes; its capacity must suffice.</param>
    /// <returns>The number of nodes taken out.</returns>
    public int TrimIdle(int sizeClass, List<PooledNode<T>>? trimmed)
    {
        int nodes = 0;
        foreach (ref BatchSlot<T> slot in OpenSlots(sizeClass))
        {
            // Benign race: between the look and the claim the nodes may have been rented and returned. Then we trim nodes that were just used.
            if (IsIdle(ref slot))
                nodes += TryTake(ref slot, trimmed);
        }

        return nodes;
    }

    /// <summary>Closes the slots above the highest one in use. The caller then lets a barrier pass and calls <see cref="CompleteTrim"/>.</summary>
    public void Shrink(int sizeClass)
    {
        // model: batch/narrow
        SetOpen(sizeClass, CapacityInUse(sizeClass, open: 0));
        Interlocked.MemoryBarrier();
    }

    /// <summary>Completes <see cref="Shrink"/>: reopens slots that were used meanwhile, and notes the generations for the next visit.</summary>
    /// <returns>The number of places that are no longer needed.</returns>
    public int CompleteTrim(int sizeClass)
    {
        // An open place stays open, in use or not: closing it would need another look after a barrier (CapacityTests, CloseStormTests).
        int places = _reserved[sizeClass];
        // model: batch/settle
        _reserved[sizeClass] = CapacityInUse(sizeClass, Open(sizeClass));
        // model: batch/reopen
        SetOpen(sizeClass, _reserved[sizeClass]);
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

    // Reads without a claim, so the nodes may have changed by now.
    private static Span<PooledNode<T>?> Seen(ref BatchSlot<T> slot) => slot.Nodes(Math.Max(slot.Count, 0));

    // The places up to the end of the highest slot in use, but no fewer than are open.
    private int CapacityInUse(int sizeClass, int open)
    {
        int highest = SlotsFor(sizeClass, _reserved[sizeClass]);
        while (highest > SlotsFor(sizeClass, open) && _classes[sizeClass]![highest - 1].Count == 0)
            highest--;

        return Math.Min(_reserved[sizeClass], highest * depths[sizeClass]);
    }

    private int MaxSlots(int sizeClass) => s_cores * Depths.BatchesPerCore(depths[sizeClass]);

    private void SetOpen(int sizeClass, int places)
    {
        Volatile.Write(ref _open[sizeClass], places);
        // model: batch/open-slots
        Volatile.Write(ref _openSlots[sizeClass], SlotsFor(sizeClass, places));
    }

    // model: batch/open
    private int Open(int sizeClass) => Volatile.Read(ref _open[sizeClass]);

    // Rounds up: of the last slot only a part may be open.
    private int SlotsFor(int sizeClass, int places) => (places + depths[sizeClass] - 1) / depths[sizeClass];

    // The number of nodes that a slot has room for now; 0 or less if it is closed. Shrink does not reduce the room of a slot in use.
    private int RoomOf(int slot, int sizeClass) => Math.Min(Open(sizeClass) - (slot * depths[sizeClass]), depths[sizeClass]);

    // Reads the places before the slots. A thread that prepares a class publishes its slots first, so slots are there if a place is open.
    // Broken by the opposite order: FirstPlaceStormTests.
    private Span<BatchSlot<T>> OpenSlots(int sizeClass) => SlotsOf(sizeClass, Open(sizeClass));

    private Span<BatchSlot<T>> SlotsOf(int sizeClass, int places) => _classes[sizeClass].AsSpan(0, SlotsFor(sizeClass, places));
}
