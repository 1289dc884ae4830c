using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The tier behind the threads: per size class a few slots, up to some for each core, each with a batch of free nodes, so that one
/// atomic operation serves several rents. Any thread may give and take.
/// </summary>
/// <param name="depths">For each size class how deep the threads' stacks are: a batch is a whole one at most.</param>
internal sealed partial class CoreTier<T>(int[] depths)
{
    private static readonly int s_cores = Math.Min(Environment.ProcessorCount, Depths.MaxCores);

    // A size class gets its slots when its first place is opened.
    private readonly BatchSlot<T>[]?[] _classes = new BatchSlot<T>[depths.Length][];

    /// <summary>Makes the slots of a size class, before its first place is opened.</summary>
    /// <returns>False where there is no memory for them: a rental is over already, and its node must not be lost.</returns>
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

    /// <summary>Takes over nodes of the calling thread's stack, the oldest ones, as one batch, or as much of it as there is open room for.</summary>
    /// <param name="stack">The stack.</param>
    /// <param name="sizeClass">Its class.</param>
    /// <param name="trimmed">How many of the stack's slots a trimmer had nulled.</param>
    /// <returns>False where every open slot is taken; the stack is then as it was.</returns>
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
    /// Takes the newest node of a batch, one near this core first, and puts the others on the calling thread's stack, newest first, so the oldest of
    /// them is rented next. The opposite order makes no measurable difference, because another core has used all of them.
    /// </summary>
    /// <param name="stack">The stack.</param>
    /// <param name="sizeClass">Its class.</param>
    /// <param name="left">How many nodes stay here because the stack has no room for them: the oldest ones.</param>
    public PooledNode<T>? TryRefill(ThreadStack<T> stack, int sizeClass, out int left)
    {
        left = 0;
        var patience = default(Patience);
        do
        {
            // model: batch/places
            int places = Volatile.Read(ref _open[sizeClass]);
            if (places == 0)
                return null;

            int open = SlotCount(sizeClass, places);
            BatchSlot<T>[] slots = _classes[sizeClass]!;
            int slot = FirstSlot(open);
            for (int i = 0; i < open; i++, slot = Next(slot, open))
            {
                // Read before the claim: an empty slot costs no write to a line that others are reading.
                int count = slots[slot].Count;
                if (count > 0 && slots[slot].TryClaim(count))
                    return Unload(ref slots[slot], count, stack, out left);

                if (count != 0)
                    patience.NoteClaim();
            }
        }
        while (patience.LooksAgain());

        return null;
    }

    /// <summary>Adds one node to a batch that has room for it, or else begins a new one.</summary>
    /// <returns>False where there is neither.</returns>
    public bool TryAdd(PooledNode<T> node)
    {
        var patience = default(Patience);
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
                    patience.NoteClaim();
                    continue;
                }

                // Again: it may have been closed meanwhile, and opened with less room.
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
        while (patience.LooksAgain());

        return false;
    }

    /// <summary>How many nodes of a class are here. Exact while nobody gives or takes.</summary>
    public int CountNodes(int sizeClass)
    {
        int retained = 0;
        foreach (ref BatchSlot<T> slot in OpenSlots(sizeClass))
            retained += Math.Max(slot.Count, 0);

        return retained;
    }

    // Near this core's others if there is room, and for how many nodes. -1 if there is none.
    private int ClaimEmpty(int sizeClass, out int room)
    {
        BatchSlot<T>[] slots = _classes[sizeClass]!;
        int open = SlotCount(sizeClass, Open(sizeClass));
        int slot = FirstSlot(open);
        for (int i = 0; i < open; i++, slot = Next(slot, open))
        {
            // The first one is mostly empty, and to read it would fetch its cache line twice. In the others a write would disturb who reads there.
            if ((i > 0 && slots[slot].Count != 0) || !slots[slot].TryClaim(0))
                continue;

            // Whoever closes slots looks at them later, so either they see our claim or we see that the slot is closed: CloseStormTests.
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

    // The cores share the open slots among them. A thread may move to another core right after the question: it then uses a slot further
    // away, and that is all.
    private static int FirstSlot(int open)
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
    /// Who has claimed a slot releases it in a moment. To look again then is cheaper than to allocate a buffer, and better than to let go of one;
    /// but not for as long as it takes if he was interrupted.
    /// </summary>
    private struct Patience
    {
        private const int MaxLooks = 20; // together less than a microsecond

        private int _looks;
        private bool _hasSeenClaim;

        public void NoteClaim() => _hasSeenClaim = true;

        public bool LooksAgain()
        {
            if (!_hasSeenClaim || ++_looks == MaxLooks)
                return false;

            _hasSeenClaim = false;
            Thread.SpinWait(1);
            return true;
        }
    }
}
