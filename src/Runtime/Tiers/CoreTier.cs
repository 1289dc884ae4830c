using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The tier that all threads share: each size class has at most a few slots for each core, and each slot holds a batch of free nodes, so that one
/// atomic operation serves several rents. Any thread may add and take nodes.
/// </summary>
/// <param name="depths">The depth of the threads' stacks by size class, which is also the largest batch.</param>
internal sealed partial class CoreTier<T>(int[] depths)
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
}
