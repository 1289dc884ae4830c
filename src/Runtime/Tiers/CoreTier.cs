using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledGen;

/// <summary>
/// The tier that all threads share: each size class has at most a few slots for each core, and each slot holds a batch of free nodes, so that one
/// atomic operation serves several rents. Any thread may add and take nodes.
/// </summary>
/// <param name="depths">The depth of the threads' stacks by size class, which is also the largest batch.</param>
internal sealed class CoreTier<T>(int[] depths)
{
    private static readonly int s_cores = Math.Min(Environment.ProcessorCount, Depths.MaxCores);

    // A size class gets its slots when its first place is opened.
    private readonly BatchSlot<T>[]?[] _classes = new BatchSlot<T>[depths.Length][];

    /// <summary>Allocates the slots of a size class, before its first place is opened.</summary>
    /// <returns>False if there is no memory for them. It does not throw, because a rental is over already and its node must not be lost.</returns>
    public bool TryPrepare(int sizeClass)
    {
        if (Volatile.Read(ref _classes[sizeClass]) is not null)
            return true;

        try
        {
            Interlocked.CompareExchange(ref _classes[sizeClass], BatchSlot<T>.Create(MaxSlots(sizeClass), depths[sizeClass]), null);
            return true;
        }
        catch (OutOfMemoryException)
        {
            return false;
        }
    }

    /// <summary>Moves the oldest nodes of the calling thread's stack into an empty slot, as one batch, or as many as there is open room for.</summary>
    /// <param name="stack">The stack.</param>
    /// <param name="sizeClass">Its class.</param>
    /// <param name="trimmed">The number of the stack's slots that a trimmer had nulled.</param>
    /// <returns>False if no open slot is empty; the stack is then unchanged.</returns>
    public bool TrySpill(ThreadStack<T> stack, int sizeClass, out int trimmed)
    {
        trimmed = 0;
        int slot = ClaimEmpty(sizeClass, out int room);
        if (slot < 0)
            return false;

        ref BatchSlot<T> claimed = ref _classes[sizeClass]![slot];
        claimed.Release(stack.Spill(claimed.Nodes(room), out trimmed));
        return true;
    }

    /// <summary>
    /// Takes the newest node of a batch, from a slot near this core first. Puts the others on the calling thread's stack, newest first, so that the
    /// oldest of them is rented next. The opposite order makes no measurable difference, because another core has used all of them.
    /// </summary>
    /// <param name="stack">The stack.</param>
    /// <param name="sizeClass">Its class.</param>
    /// <param name="left">The number of nodes that stay in the slot because the stack has no room for them: the oldest ones.</param>
    public PooledNode<T>? TryRefill(ThreadStack<T> stack, int sizeClass, out int left)
    {
        left = 0;
        var retry = default(BoundedRetry);
        do
        {
            // model: batch/places
            int places = Volatile.Read(ref _open[sizeClass]);
            if (places == 0)
                return null;

            int open = SlotsFor(sizeClass, places);
            BatchSlot<T>[] slots = _classes[sizeClass]!;
            int slot = FirstSlot(open);
            for (int i = 0; i < open; i++, slot = Next(slot, open))
            {
                // The count is read before the claim: an empty slot then costs no write to a cache line that other threads read.
                int count = slots[slot].Count;
                if (count > 0 && slots[slot].TryClaim(count))
                    return Unload(ref slots[slot], count, stack, out left);

                if (count != 0)
                    retry.NoteContention();
            }
        }
        while (retry.TryAgain());

        return null;
    }

    /// <summary>
    /// Takes and counts a rent of the newest node of the slot that this core uses first; for nodes that lie on no stack. Null if that slot has none, or if
    /// another thread is using it.
    /// </summary>
    public PooledNode<T>? TryRentNear(int sizeClass)
    {
        // model: batch/near-slots
        int open = Volatile.Read(ref _openSlots[sizeClass]);
        if (open == 0)
            return null;

        ref BatchSlot<T> slot = ref _classes[sizeClass]![FirstSlot(open)];
        int count = slot.Count;
        if (count <= 0 || !slot.TryClaim(count))
            return null;

        // The reference must not stay behind: it would keep a checked rental alive that was never disposed, and nobody would report the leak.
        ref PooledNode<T>? newest = ref slot.Nodes(count)[count - 1];
        // model: batch/near-newest
        PooledNode<T> node = newest!;
        // model: batch/near-null
        newest = null;
        slot.CountRent();
        // model: batch/near-taken
        slot.Release(count - 1);
        return node;
    }

    /// <summary>Adds one node to the slot that this core uses first.</summary>
    /// <returns>False if that slot has no room, or if another thread is using it.</returns>
    public bool TryAddNear(PooledNode<T> node)
    {
        // model: batch/near-room
        int open = Volatile.Read(ref _openSlots[node.SizeClass]);
        if (open == 0)
            return false;

        int near = FirstSlot(open);
        ref BatchSlot<T> slot = ref _classes[node.SizeClass]![near];
        int count = slot.Count;
        if (count < 0 || !slot.TryClaim(count))
            return false;

        // Looks at the room after the claim, as ClaimEmpty does: the slot may have been closed meanwhile (CloseStormTests).
        // model: batch/near-recheck
        if (count < RoomOf(near, node.SizeClass))
        {
            Load(ref slot, count, node);
            return true;
        }

        // model: batch/near-give-back
        slot.Release(count);
        return false;
    }

    /// <summary>Adds one node to a batch that has room for it, or begins a new batch.</summary>
    /// <returns>False if neither is possible.</returns>
    public bool TryAdd(PooledNode<T> node)
    {
        var retry = default(BoundedRetry);
        do
        {
            Span<BatchSlot<T>> slots = OpenSlots(node.SizeClass);
            for (int i = 0; i < slots.Length; i++)
            {
                int count = slots[i].Count;
                if (count == 0 || count >= RoomOf(i, node.SizeClass))
                    continue;

                if (count < 0 || !slots[i].TryClaim(count))
                {
                    retry.NoteContention();
                    continue;
                }

                // Checks again, because the slot may have been closed meanwhile, and reopened with less room.
                // model: batch/recheck
                if (count < RoomOf(i, node.SizeClass))
                {
                    Load(ref slots[i], count, node);
                    return true;
                }

                // model: batch/give-back
                slots[i].Release(count);
            }

            int empty = ClaimEmpty(node.SizeClass, out _);
            if (empty >= 0)
            {
                Load(ref _classes[node.SizeClass]![empty], count: 0, node);
                return true;
            }
        }
        while (retry.TryAgain());

        return false;
    }

    /// <summary>Counts the nodes of a class. Exact while no thread adds or takes nodes.</summary>
    public int CountNodes(int sizeClass)
    {
        int retained = 0;
        foreach (ref BatchSlot<T> slot in OpenSlots(sizeClass))
            retained += Math.Max(slot.Count, 0);

        return retained;
    }

    /// <summary>The number of rents that <see cref="TryRentNear"/> has served. Any thread may call it.</summary>
    public long CountRents(int sizeClass)
    {
        long rents = 0;
        foreach (ref BatchSlot<T> slot in Volatile.Read(ref _classes[sizeClass]).AsSpan())
            rents += slot.Rents;

        return rents;
    }

    // Claims an empty slot, near this core's others if possible, and says how many nodes it has room for. -1 if there is none.
    private int ClaimEmpty(int sizeClass, out int room)
    {
        Span<BatchSlot<T>> slots = OpenSlots(sizeClass);
        int slot = FirstSlot(slots.Length);
        for (int i = 0; i < slots.Length; i++, slot = Next(slot, slots.Length))
        {
            // The first slot is mostly empty, and a read would fetch its cache line twice. The others are read first: a write would disturb their readers.
            if ((i > 0 && slots[slot].Count != 0) || !slots[slot].TryClaim(0))
                continue;

            // A thread that closes slots looks at them later, so either it sees our claim or we see that the slot is closed: CloseStormTests.
            // model: batch/recheck-empty
            room = RoomOf(slot, sizeClass);
            if (room > 0)
                return slot;

            slots[slot].Release(0);
        }

        room = 0;
        return -1;
    }

    private static void Load(ref BatchSlot<T> claimed, int count, PooledNode<T> node)
    {
        // model: batch/load
        claimed.Nodes(count + 1)[count] = node;
        // model: batch/loaded
        claimed.Release(count + 1);
    }

    private static PooledNode<T> Unload(ref BatchSlot<T> claimed, int count, ThreadStack<T> stack, out int left)
    {
        Span<PooledNode<T>?> nodes = claimed.Nodes(count);
        left = count - 1;
        // model: batch/newest
        PooledNode<T> newest = nodes[left]!;
        // model: batch/adopt
        while (left > 0 && stack.TryAdopt(nodes[left - 1]!))
            left--;

        // model: batch/clear
        nodes.Slice(left).Clear();
        // model: batch/unloaded
        claimed.Release(left);
        return newest;
    }

    // The cores share the open slots among them. The thread may move to another core right after this call: it then uses a slot further away, and
    // nothing else changes.
    private static int FirstSlot(int open)
    {
        // There is no choice, and asking for the core takes a few nanoseconds.
        return open == 1 ? 0 : SlotOfCore(open);
    }

    // Not inlined: the call into the operating system would make every caller save registers, even where there is one slot.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int SlotOfCore(int open)
    {
#if NET
        int core = Thread.GetCurrentProcessorId() % s_cores;
#else
        int core = Environment.CurrentManagedThreadId % s_cores;
#endif
        return core * open / s_cores;
    }

    private static int Next(int slot, int open) => slot + 1 < open ? slot + 1 : 0;

    /// <summary>
    /// A claimed slot is normally released within nanoseconds, so looking again is cheaper than allocating a buffer, and better than dropping one.
    /// The looks are bounded because the claiming thread may have been preempted.
    /// </summary>
    private struct BoundedRetry
    {
        private const int MaxTries = 20; // together less than a microsecond

        private int _tries;
        private bool _hasSeenClaim;

        public void NoteContention() => _hasSeenClaim = true;

        public bool TryAgain()
        {
            if (!_hasSeenClaim || ++_tries == MaxTries)
                return false;

            _hasSeenClaim = false;
            Thread.SpinWait(1);
            return true;
        }
    }

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

/// <summary>
/// A slot of the core tier: room for one batch of free nodes. The nodes lie side by side, so that a thread that takes a batch fetches them from
/// another core at the same time, and not one after the other.
/// </summary>
/// <remarks>
/// <b>Invariant:</b> only the thread that has claimed the slot touches its nodes, and it waits for nothing until it releases the slot, because a
/// thread that closes slots waits for it. All other threads pass by. Broken by a claim that is a plain write: CoreTierStormTests.
/// </remarks>
internal struct BatchSlot<T>
{
    private const int Claimed = -1;

    // The number of nodes.
    private int _count;
#if NET
    private Batch _nodes;
#else
    private PooledNode<T>?[]? _nodes;
#endif

    // The rents that took a node from here and went through no stack.
    private long _rents;

    // Padding, so that no other slot's nodes lie in the same cache line. It consists of fields, because a generic struct cannot have an explicit layout.
#pragma warning disable CS0169, IDE0051 // never used: they only take up room
    private readonly long _pad1, _pad2, _pad3, _pad4, _pad5, _pad6;
#pragma warning restore CS0169, IDE0051

    /// <summary>The number of nodes; negative while the slot is claimed.</summary>
    // model: batch/count
    public int Count => Volatile.Read(ref _count);

    /// <summary>The number of rents that <see cref="CountRent"/> has counted. Any thread may read it.</summary>
    public long Rents => Volatile.Read(ref _rents);

    /// <summary>Counts a rent. Only the thread that has claimed the slot calls it, so the count needs no atomic operation.</summary>
    public void CountRent() => Volatile.Write(ref _rents, _rents + 1);

    /// <summary>Allocates the slots before the first batch arrives: adding a batch must not allocate, because its rental is over already.</summary>
    public static BatchSlot<T>[] Create(int slots, int length)
    {
        var created = new BatchSlot<T>[slots];
#if !NET
        for (int i = 0; i < slots; i++)
            created[i]._nodes = new PooledNode<T>?[length];
#endif
        return created;
    }

    /// <summary>Claims the slot if it still has so many nodes. It does not matter which ones: they are the caller's from now on.</summary>
    // model: batch/claim
    public bool TryClaim(int count) => Interlocked.CompareExchange(ref _count, Claimed, count) == count;

    /// <summary>Gives up the claim. It is a release write, so a thread that sees the count also sees the nodes.</summary>
    /// <param name="count">The number of nodes now.</param>
    // model: batch/release
    public void Release(int count) => Volatile.Write(ref _count, count);

    /// <summary>The first places. Only the thread that has claimed the slot may use them; other threads may read, and may see outdated nodes.</summary>
    public Span<PooledNode<T>?> Nodes(int length)
#if NET
        => MemoryMarshal.CreateSpan(ref Unsafe.As<Batch, PooledNode<T>?>(ref _nodes), length);

    // As long as the deepest stack.
    [InlineArray(Depths.MaxThreadDepth)]
    private struct Batch
    {
        private PooledNode<T>? _first;
    }
#else
        => _nodes.AsSpan(0, length);
#endif
}
