using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledGen;

/// <summary>
/// The tier that all threads share: each size class has at most a few slots for each core, and each slot holds a batch of free nodes, so that one
/// atomic operation serves several rents. Any thread may add and take nodes. Its capacity changes under the roster's lock.
/// </summary>
/// <remarks>
/// Shrinking works as on a <see cref="ThreadStack"/>: lower the capacity, pass a barrier, look at the slots above it again.
/// </remarks>
/// <param name="depths">The depth of the threads' stacks by size class, which is also the largest batch.</param>
internal sealed class CoreTier(int[] depths)
{
    private static readonly int s_cores = Math.Min(Environment.ProcessorCount, Depths.MaxCores);

    // A size class gets its slots before its capacity grows for the first time.
    private readonly BatchSlot[]?[] _classes = new BatchSlot[depths.Length][];

    // By size class, the number of nodes that the slots may hold now, from the first slot up: the last one may hold less than a whole batch.
    private readonly int[] _capacity = new int[depths.Length];

    // The number of slots that may hold nodes, for native rents and returns, which save a division by it. It follows the capacity, and may be outdated for a
    // moment: a slot above the capacity refuses what is added, and may be taken from.
    private readonly int[] _slotCounts = new int[depths.Length];

    // The number of nodes whose bytes are reserved: the capacity, and what is being taken from it.
    private readonly int[] _reservedCapacity = new int[depths.Length];

    /// <summary>Allocates the slots of a size class, before its capacity grows for the first time.</summary>
    /// <returns>False if there is no memory for them. It does not throw, because a rental is over already and its node must not be lost.</returns>
    public bool TryPrepare(int sizeClass)
    {
        if (Volatile.Read(ref _classes[sizeClass]) is not null)
            return true;

        try
        {
            Interlocked.CompareExchange(ref _classes[sizeClass], BatchSlot.Create(MaxSlots(sizeClass), depths[sizeClass]), null);
            return true;
        }
        catch (OutOfMemoryException)
        {
            return false;
        }
    }

    /// <summary>Moves the oldest nodes of the calling thread's stack into an empty slot, as one batch, or as many as the slot's capacity allows.</summary>
    /// <param name="stack">The stack.</param>
    /// <param name="sizeClass">Its class.</param>
    /// <param name="trimmed">The number of the stack's slots that a trimmer had nulled.</param>
    /// <returns>False if no slot is empty; the stack is then unchanged.</returns>
    public bool TrySpill(ThreadStack stack, int sizeClass, out int trimmed)
    {
        trimmed = 0;
        int slot = ClaimEmpty(sizeClass, out int capacity);
        if (slot < 0)
            return false;

        ref BatchSlot claimed = ref _classes[sizeClass]![slot];
        claimed.Release(stack.Spill(claimed.Nodes(capacity), out trimmed));
        return true;
    }

    /// <summary>
    /// Takes the newest node of a batch, from a slot near this core first. Puts the others on the calling thread's stack, newest first, so that the
    /// oldest of them is rented next. The opposite order makes no measurable difference, because another core has used all of them.
    /// </summary>
    /// <param name="stack">The stack.</param>
    /// <param name="sizeClass">Its class.</param>
    /// <param name="left">The number of nodes that stay in the slot because the stack is full: the oldest ones.</param>
    public PooledNode? TryRefill(ThreadStack stack, int sizeClass, out int left)
    {
        left = 0;
        var retry = default(BoundedRetry);
        do
        {
            // model: batch/capacity
            int capacity = Volatile.Read(ref _capacity[sizeClass]);
            if (capacity == 0)
                return null;

            int slotCount = SlotsFor(sizeClass, capacity);
            BatchSlot[] slots = _classes[sizeClass]!;
            int slot = FirstSlot(slotCount);
            for (int i = 0; i < slotCount; i++, slot = Next(slot, slotCount))
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
    public PooledNode? TryRentNative(int sizeClass)
    {
        // model: batch/native-slots
        int slotCount = Volatile.Read(ref _slotCounts[sizeClass]);
        if (slotCount == 0)
            return null;

        ref BatchSlot slot = ref _classes[sizeClass]![FirstSlot(slotCount)];
        int count = slot.Count;
        if (count <= 0 || !slot.TryClaim(count))
            return null;

        // The reference must not stay behind: it would keep a checked rental alive that was never disposed, and its leak would not be reported.
        ref PooledNode? newest = ref slot.Nodes(count)[count - 1];
        // model: batch/native-newest
        PooledNode node = newest!;
        // model: batch/native-null
        newest = null;
        slot.CountRent();
        // model: batch/native-taken
        slot.Release(count - 1);
        return node;
    }

    /// <summary>Adds one node to the slot that this core uses first.</summary>
    /// <returns>False if that slot is full, or if another thread is using it.</returns>
    public bool TryAddNative(PooledNode node)
    {
        // model: batch/native-capacity
        int slotCount = Volatile.Read(ref _slotCounts[node.SizeClass]);
        if (slotCount == 0)
            return false;

        int first = FirstSlot(slotCount);
        ref BatchSlot slot = ref _classes[node.SizeClass]![first];
        int count = slot.Count;
        if (count < 0 || !slot.TryClaim(count))
            return false;

        // Looks at the capacity after the claim, as ClaimEmpty does: another thread may have lowered it meanwhile (CloseStormTests).
        // model: batch/native-recheck
        if (count < CapacityOf(first, node.SizeClass))
        {
            Load(ref slot, count, node);
            return true;
        }

        // model: batch/native-give-back
        slot.Release(count);
        return false;
    }

    /// <summary>Adds one node to a batch that is not full, or begins a new batch.</summary>
    /// <returns>False if neither is possible.</returns>
    public bool TryAdd(PooledNode node)
    {
        var retry = default(BoundedRetry);
        do
        {
            Span<BatchSlot> slots = Slots(node.SizeClass);
            for (int i = 0; i < slots.Length; i++)
            {
                int count = slots[i].Count;
                if (count == 0 || count >= CapacityOf(i, node.SizeClass))
                    continue;

                if (count < 0 || !slots[i].TryClaim(count))
                {
                    retry.NoteContention();
                    continue;
                }

                // Checks again, because another thread may have lowered the capacity meanwhile.
                // model: batch/recheck
                if (count < CapacityOf(i, node.SizeClass))
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
        foreach (ref BatchSlot slot in Slots(sizeClass))
            retained += Math.Max(slot.Count, 0);

        return retained;
    }

    /// <summary>The number of rents that <see cref="TryRentNative"/> has served. Any thread may call it.</summary>
    public long CountRents(int sizeClass)
    {
        long rents = 0;
        foreach (ref BatchSlot slot in Volatile.Read(ref _classes[sizeClass]).AsSpan())
            rents += slot.Rents;

        return rents;
    }

    // Claims an empty slot, near this core's others if possible, and says how many nodes it may hold. -1 if there is none.
    private int ClaimEmpty(int sizeClass, out int capacity)
    {
        Span<BatchSlot> slots = Slots(sizeClass);
        int slot = FirstSlot(slots.Length);
        for (int i = 0; i < slots.Length; i++, slot = Next(slot, slots.Length))
        {
            // The first slot is mostly empty, and a read would fetch its cache line twice. The others are read first: a write would disturb their readers.
            if ((i > 0 && slots[slot].Count != 0) || !slots[slot].TryClaim(0))
                continue;

            // A thread that lowers the capacity looks at the slots later, so either it sees our claim or we see the new capacity: CloseStormTests.
            // model: batch/recheck-empty
            capacity = CapacityOf(slot, sizeClass);
            if (capacity > 0)
                return slot;

            slots[slot].Release(0);
        }

        capacity = 0;
        return -1;
    }

    private static void Load(ref BatchSlot claimed, int count, PooledNode node)
    {
        // model: batch/load
        claimed.Nodes(count + 1)[count] = node;
        // model: batch/loaded
        claimed.Release(count + 1);
    }

    private static PooledNode Unload(ref BatchSlot claimed, int count, ThreadStack stack, out int left)
    {
        Span<PooledNode?> nodes = claimed.Nodes(count);
        left = count - 1;
        // model: batch/newest
        PooledNode newest = nodes[left]!;
        // model: batch/adopt
        while (left > 0 && stack.TryAdopt(nodes[left - 1]!))
            left--;

        // model: batch/clear
        nodes.Slice(left).Clear();
        // model: batch/unloaded
        claimed.Release(left);
        return newest;
    }

    // The cores share the slots. The thread may move to another core right after this call: it then uses a slot further away, and nothing else changes.
    private static int FirstSlot(int slotCount)
    {
        // There is no choice, and asking for the core takes a few nanoseconds.
        return slotCount == 1 ? 0 : SlotOfCore(slotCount);
    }

    // Not inlined: the call into the operating system would make every caller save registers, even where there is one slot.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int SlotOfCore(int slotCount)
    {
#if NET
        int core = Thread.GetCurrentProcessorId() % s_cores;
#else
        int core = Environment.CurrentManagedThreadId % s_cores;
#endif
        return core * slotCount / s_cores;
    }

    private static int Next(int slot, int slotCount) => slot + 1 < slotCount ? slot + 1 : 0;

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

    /// <summary>The number of nodes whose bytes are reserved within the limits.</summary>
    public int ReservedCapacity(int sizeClass) => _reservedCapacity[sizeClass];

    /// <summary>The number of nodes by which the capacity may still grow. Any thread may call it.</summary>
    public int RemainingCapacity(int sizeClass) => (MaxSlots(sizeClass) * depths[sizeClass]) - Capacity(sizeClass);

    /// <summary>Adds nodes to the capacity. The caller has reserved their bytes.</summary>
    // model: batch/grow
    public void Grow(int sizeClass, int nodes) => SetCapacity(sizeClass, _reservedCapacity[sizeClass] += nodes);

    /// <summary>Sets the capacity to 0 and takes out all nodes.</summary>
    /// <param name="sizeClass">The class.</param>
    /// <param name="trimmed">Receives the nodes; its capacity must suffice.</param>
    /// <param name="released">The capacity that is no longer reserved.</param>
    /// <returns>The number of nodes taken out.</returns>
    public int Close(int sizeClass, List<PooledNode>? trimmed, out int released)
    {
        // model: batch/close
        SetCapacity(sizeClass, 0);
        Interlocked.MemoryBarrier();
        released = _reservedCapacity[sizeClass];
        _reservedCapacity[sizeClass] = 0;
        int nodes = 0;
        foreach (ref BatchSlot slot in SlotsOf(sizeClass, released))
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
    public int RemoveIdle(int sizeClass, List<PooledNode>? trimmed)
    {
        int nodes = 0;
        foreach (ref BatchSlot slot in Slots(sizeClass))
        {
            // Benign race: between the look and the claim the nodes may have been rented and returned. Then we trim nodes that were just used.
            if (IsIdle(ref slot))
                nodes += TryTake(ref slot, trimmed);
        }

        return nodes;
    }

    /// <summary>Lowers the capacity to the highest slot in use. The caller then passes a barrier and calls <see cref="CompleteTrim"/>.</summary>
    public void Shrink(int sizeClass)
    {
        // model: batch/shrink
        SetCapacity(sizeClass, CapacityInUse(sizeClass, least: 0));
        Interlocked.MemoryBarrier();
    }

    /// <summary>Completes <see cref="Shrink"/>: raises the capacity to slots that were used meanwhile, and notes the generations for the next visit.</summary>
    /// <returns>The capacity that is no longer reserved.</returns>
    public int CompleteTrim(int sizeClass)
    {
        // The capacity is not lowered again: that would need another look after a barrier (CapacityTests, CloseStormTests).
        int reserved = _reservedCapacity[sizeClass];
        // model: batch/settle
        _reservedCapacity[sizeClass] = CapacityInUse(sizeClass, Capacity(sizeClass));
        // model: batch/raise
        SetCapacity(sizeClass, _reservedCapacity[sizeClass]);
        foreach (ref BatchSlot slot in Slots(sizeClass))
        {
            foreach (PooledNode? node in Seen(ref slot))
                node?.NoteVisit();
        }

        return reserved - _reservedCapacity[sizeClass];
    }

    private static int TryTake(ref BatchSlot slot, List<PooledNode>? trimmed)
    {
        int count = slot.Count;
        // model: batch/take-all
        if (count <= 0 || !slot.TryClaim(count))
            return 0;

        Span<PooledNode?> nodes = slot.Nodes(count);
        foreach (PooledNode? node in nodes)
            trimmed?.Add(node!);

        // model: batch/null
        nodes.Clear();
        // model: batch/empty
        slot.Release(0);
        return count;
    }

    private static bool IsIdle(ref BatchSlot slot)
    {
        Span<PooledNode?> nodes = Seen(ref slot);
        foreach (PooledNode? node in nodes)
        {
            if (node is not { IsIdle: true })
                return false;
        }

        // An empty slot may have been filled since.
        return !nodes.IsEmpty;
    }

    // Reads without a claim, so the nodes may have changed by now.
    private static Span<PooledNode?> Seen(ref BatchSlot slot) => slot.Nodes(Math.Max(slot.Count, 0));

    // The capacity up to the end of the highest slot in use, but no less than a number.
    private int CapacityInUse(int sizeClass, int least)
    {
        int highest = SlotsFor(sizeClass, _reservedCapacity[sizeClass]);
        while (highest > SlotsFor(sizeClass, least) && _classes[sizeClass]![highest - 1].Count == 0)
            highest--;

        return Math.Min(_reservedCapacity[sizeClass], highest * depths[sizeClass]);
    }

    private int MaxSlots(int sizeClass) => s_cores * Depths.BatchesPerCore(depths[sizeClass]);

    private void SetCapacity(int sizeClass, int nodes)
    {
        Volatile.Write(ref _capacity[sizeClass], nodes);
        // model: batch/slot-count
        Volatile.Write(ref _slotCounts[sizeClass], SlotsFor(sizeClass, nodes));
    }

    // model: batch/read-capacity
    private int Capacity(int sizeClass) => Volatile.Read(ref _capacity[sizeClass]);

    // Rounds up: the last slot may hold less than a whole batch.
    private int SlotsFor(int sizeClass, int nodes) => (nodes + depths[sizeClass] - 1) / depths[sizeClass];

    // The number of nodes that a slot may hold now; 0 or less if it lies above the capacity. Shrink does not lower the capacity of a slot in use.
    private int CapacityOf(int slot, int sizeClass) => Math.Min(Capacity(sizeClass) - (slot * depths[sizeClass]), depths[sizeClass]);

    // Reads the capacity before the slots. A thread that prepares a class publishes its slots first, so slots are there if the capacity is not 0.
    // Broken by the opposite order: FirstPlaceStormTests.
    private Span<BatchSlot> Slots(int sizeClass) => SlotsOf(sizeClass, Capacity(sizeClass));

    private Span<BatchSlot> SlotsOf(int sizeClass, int capacity) => _classes[sizeClass].AsSpan(0, SlotsFor(sizeClass, capacity));
}

/// <summary>
/// A slot of the core tier, which holds one batch of free nodes. The nodes lie side by side, so that a thread that takes a batch fetches them from
/// another core at the same time, and not one after the other.
/// </summary>
/// <remarks>
/// <b>Invariant:</b> only the thread that has claimed the slot touches its nodes, and it waits for nothing until it releases the slot, because a
/// thread that closes slots waits for it. All other threads pass by. Broken by a claim that is a plain write: CoreTierStormTests.
/// </remarks>
internal struct BatchSlot
{
    private const int Claimed = -1;

    // The number of nodes.
    private int _count;
#if NET
    private Batch _nodes;
#else
    private PooledNode?[]? _nodes;
#endif

    // The rents that took a node from here and went through no stack.
    private long _rents;

    // Padding, so that no other slot's nodes lie in the same cache line. It consists of fields, because the runtime ignores an explicit size of a struct
    // that holds references.
#pragma warning disable CS0169, IDE0051 // never used: they only take up memory
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
    public static BatchSlot[] Create(int slots, int length)
    {
        var created = new BatchSlot[slots];
#if !NET
        for (int i = 0; i < slots; i++)
            created[i]._nodes = new PooledNode?[length];
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

    /// <summary>The first nodes. Only the thread that has claimed the slot may use them; other threads may read, and may see outdated nodes.</summary>
    public Span<PooledNode?> Nodes(int length)
#if NET
        => MemoryMarshal.CreateSpan(ref Unsafe.As<Batch, PooledNode?>(ref _nodes), length);

    // As long as the deepest stack.
    [InlineArray(Depths.MaxThreadDepth)]
    private struct Batch
    {
        private PooledNode? _first;
    }
#else
        => _nodes.AsSpan(0, length);
#endif
}
