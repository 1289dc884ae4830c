using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>
/// One thread's free buffers of one size class; the buffer that the thread returned last is on top. Generated code only pops; the pool does the rest.
/// </summary>
/// <remarks>
/// <para>Slots 1 to count hold the free nodes. Slot 0 and the slot above the largest capacity are always null, so an empty and a full stack fail like any
/// mismatch: the slot does not hold the node that the fast path looks for.</para>
/// <para><b>Invariant:</b> only the owning thread changes the state or puts a node into a slot; any thread may set a slot to null at
/// any time, without a lock. A slot above the count keeps the reference that was popped from it, and that reference is only compared.</para>
/// <para>No node is put into a slot above the <em>capacity</em>, so none can be rented or pushed back there. The pool decides the capacity, under the
/// roster's lock: it grows by one node at a time, whose bytes are reserved within the limits, and shrinks when buffers are trimmed.</para>
/// <para>Shrinking has three steps: the trimming thread lowers the capacity, passes a process-wide barrier, and looks at the slots above it again. It sees a
/// node that the owner put there before the barrier. After the barrier the owner sees the new capacity, and clears what it put there (CloseStormTests).</para>
/// <para>Renting and returning in LIFO order writes no slot, so neither has a GC write barrier.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class ThreadStack
{
    private const ulong OneRent = 1 << 8;

    // The low 8 bits count the free nodes, the others count the rents. One addition updates both.
    private ulong _state;

    // Odd while the owner moves nodes from slot to slot.
    private int _moves;

    // The number of rents at the last spill, or the low bits of that number.
    private int _rentsAtSpill;

#if NET
    private Slots _slots;
#else
    private readonly PooledNode?[] _slots;
#endif

    // The limits lie after the slots where those are inside the object, and so outside the cache line of the state: other threads read the limits,
    // and the state changes with every rental.
    private Limits _limits;

    /// <summary>Creates an empty stack of capacity 0.</summary>
    /// <param name="pool">The pool whose buffers it holds.</param>
    /// <param name="maxCapacity">The largest capacity: the depth of the size class.</param>
    /// <param name="owner">The thread that owns it, or <see cref="ThreadToken.None"/>.</param>
    internal ThreadStack(BufferPool pool, int maxCapacity, object owner)
    {
        _limits.Pool = pool;
        _limits.Owner = owner;
        _limits.MaxCapacity = maxCapacity;
#if !NET
        _slots = new PooledNode?[maxCapacity + 2];
#endif
    }

    /// <summary>Rents the newest free node of a size class.</summary>
    /// <param name="stacks">The calling thread's stacks; null if it has none yet.</param>
    /// <param name="sizeClass">The class; any number outside the stacks sends the request to the slow path.</param>
    /// <param name="node">The node, now the caller's.</param>
    /// <returns><see langword="false"/> if the pool's slow path must serve the request.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryPop(ThreadStack[]? stacks, int sizeClass, [NotNullWhen(true)] out PooledNode? node)
    {
        if (stacks is null || (uint)sizeClass >= (uint)stacks.Length)
        {
            node = null;
            return false;
        }

        ThreadStack stack = stacks[sizeClass];
        ulong state = stack._state;

        // Benign race: a trimmer may null this slot after the read. We then hold the node alone; the trimmer only forgets it.
        // Broken by letting anyone but the owner lower the count: TrimmerStormTests.
        // model: stack/read
        node = stack.Slot((byte)state);
        if (node is null)
            return false;

        // model: stack/pop
        stack._state = state + OneRent - 1;
        return true;
    }

    /// <summary>Rents the newest free node of a stack: for a pool of one length, and for callers in the runtime that have found the stack.</summary>
    /// <param name="stack">The calling thread's stack; null if it has none yet.</param>
    /// <param name="node">The node, now the caller's.</param>
    /// <returns><see langword="false"/> if the pool's slow path must serve the request.</returns>
    // Repeats the lines of the other TryPop: with one method for both, the JIT tests twice whether there is a node, and two nested rentals take a tenth longer.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryPop(ThreadStack? stack, [NotNullWhen(true)] out PooledNode? node)
    {
        if (stack is null)
        {
            node = null;
            return false;
        }

        ulong state = stack._state;
        node = stack.Slot((byte)state);
        if (node is null)
            return false;

        stack._state = state + OneRent - 1;
        return true;
    }

    /// <summary>
    /// Takes a node back if it is the one last popped from here. It writes no slot, so there is no GC write barrier. Only the owning thread calls it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPushBack(PooledNode node)
    {
        // One value is both the slot's index and the new state. Reading the state for each of them costs a tenth of a rental.
        ulong state = _state + 1;

        // Benign race: a trimmer may null this slot after the comparison. The node is then trimmed, and found missing by the next pop.
        // model: stack/compare
        if (Slot((byte)state) != node)
            return false;

        // model: stack/push-back
        _state = state;
        return true;
    }

    /// <summary>The node that was popped from here last, or null. It may be elsewhere by now. Only the owning thread reads it.</summary>
    internal PooledNode? LastPopped => Unsafe.Add(ref Slot((byte)_state), 1);

    /// <summary>Takes back the node that was found to be <see cref="LastPopped"/>. Only the owning thread calls it.</summary>
    // Benign race: as in TryPushBack, a trimmer may null the slot after the comparison.
    internal void PushBack() => _state++;

    /// <summary>Removes the references that pops of a rented node have left behind. Only the owning thread calls it.</summary>
    internal void Forget(PooledNode node)
    {
        for (uint i = Count + 1; i <= (uint)Capacity; i++)
        {
            if (Slot(i) == node)
                Volatile.Write(ref Slot(i), null);
        }
    }

    /// <summary>The number of slots in use, including those that a trimmer has nulled.</summary>
    internal uint Count => (byte)_state;

    /// <summary>The number of rents. Any thread may read it.</summary>
    internal long Rents => (long)(Volatile.Read(ref _state) >> 8);

    /// <summary>Counts a rent that <see cref="TryPop(ThreadStack[], int, out PooledNode)"/> did not serve. Only the owning thread calls it.</summary>
    internal void CountRent() => _state += OneRent;

    /// <summary>Puts a node on top, unless the stack is full. Only the owning thread calls it.</summary>
    internal bool TryPush(PooledNode node)
    {
        // model: stack/capacity
        if (Count >= (uint)_limits.Capacity)
            return false;

        // The slot is written before the state: a thread that reads statistics in between must not take the slot for a trimmed one. It is a release
        // write, because a processor may reorder plain ones (StatisticsUnderLoadTests, on ARM64).
        // model: stack/push
        Slot(Count + 1) = node;
        // model: stack/count
        Volatile.Write(ref _state, _state + 1);
        ClearAboveCapacity();
        return true;
    }

    /// <summary>Puts a node on top and makes this its home, unless the stack is full. Only the owning thread calls it.</summary>
    internal bool TryAdopt(PooledNode node)
    {
        if (!TryPush(node))
            return false;

        node.Home = this;
        return true;
    }

    /// <summary>Counts the slots in use that hold a node, and those that were nulled. The caller holds the roster's lock.</summary>
    internal StackCounts CountSlots()
    {
        int moves = Volatile.Read(ref _moves);
        ulong state = Volatile.Read(ref _state);
        int count = (byte)state;
        int retained = 0, trimmed = 0;
        for (int i = 1; i <= count; i++)
        {
            // A node above the capacity stays there only until its owner notices, and counts as neither.
            if (Volatile.Read(ref Slot((uint)i)) is null)
                trimmed++;
            else if (i <= _limits.Capacity)
                retained++;
        }

        // Every rent changes the state for good. After a move, returns alone can restore it, so the moves are compared too: StatisticsUnderLoadTests.
        bool isSteady = (moves & 1) == 0 && moves == Volatile.Read(ref _moves) && state == Volatile.Read(ref _state);
        return new(retained, trimmed, isSteady);
    }

    /// <summary>Removes the newest free node, so that the next rent, or the one after it, takes the pool's slow path. Any thread may call it.</summary>
    // model: stack/forget
    internal void RemoveNewest() => Volatile.Write(ref Slot((byte)Volatile.Read(ref _state)), null);

#if NET
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref PooledNode? Slot(uint index)
    {
        // No bounds check: the low byte of the state never exceeds the capacity, and there are two slots more than the largest one.
        // The index is unsigned, because a sign extension would be one instruction more.
        return ref Unsafe.Add(ref Unsafe.As<Slots, PooledNode?>(ref _slots), (nuint)index);
    }

    // Sized for the largest depth, so that the slots lie inside the object: the fast path needs one load less.
    private const int SlotsPerStack = Depths.MaxThreadDepth + 2;

    [InlineArray(SlotsPerStack)]
    private struct Slots
    {
        private PooledNode? _first;
    }
#else
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref PooledNode? Slot(uint index) => ref _slots[index];

    private int SlotsPerStack => _slots.Length;
#endif

    /// <summary>Removes the newest node that no trimmer has taken away. Only the owning thread calls it.</summary>
    /// <param name="trimmed">The number of nulled slots above it.</param>
    internal PooledNode? PopRepaired(out int trimmed)
    {
        trimmed = 0;
        while (Count > 0)
        {
            // model: stack/repair-read
            PooledNode? node = Slot(Count);
            // model: stack/repair
            _state--;
            if (node is not null)
                return node;

            trimmed++;
        }

        return null;
    }

    /// <summary>
    /// Moves nodes into a batch: the older half, because the arrays of the newer nodes are still in this core's cache. Moves all of them
    /// if the thread has not rented since the last spill, because it then only returns what others rent. Only the owning thread calls it.
    /// </summary>
    /// <param name="batch">The target.</param>
    /// <param name="trimmed">The number of slots that a trimmer had nulled.</param>
    /// <returns>The number of nodes moved, to the start of the batch.</returns>
    internal int Spill(Span<PooledNode?> batch, out int trimmed)
    {
        int rents = (int)(_state >> 8);
        int length = rents == _rentsAtSpill ? batch.Length : (batch.Length + 1) / 2;
        _rentsAtSpill = rents;
        return TakeOldest(batch.Slice(0, length), out trimmed);
    }

    /// <summary>Moves the oldest nodes into a batch and closes the gap. Only the owning thread calls it.</summary>
    /// <param name="batch">The target, filled from its beginning, oldest node first.</param>
    /// <param name="trimmed">The number of slots that a trimmer had nulled.</param>
    /// <returns>The number of nodes moved: fewer than the batch can hold if the stack had no more.</returns>
    private int TakeOldest(Span<PooledNode?> batch, out int trimmed)
    {
        uint count = Count;
        uint kept = 0;
        int moved = 0;
        trimmed = 0;
        _moves++;

        for (uint i = 1; i <= count; i++)
        {
            PooledNode? node = Slot(i);

            // The moved node must not stay in its old slot, which would keep it alive long after another thread dropped it.
            // A release write, so that a thread that counts the slots sees the odd number of moves before it sees the slot empty.
            // model: stack/move
            Volatile.Write(ref Slot(i), null);
            if (node is null)
            {
                trimmed++;
            }
            else if (moved < batch.Length)
            {
                batch[moved++] = node;
            }
            else
            {
                Slot(++kept) = node;
            }
        }

        // model: stack/moved
        Volatile.Write(ref _state, (_state & ~0xFFUL) | kept);
        Volatile.Write(ref _moves, _moves + 1);
        ClearAboveCapacity();

        return moved;
    }

    /// <summary>Closes the gaps that a trimmer has left. Only the owning thread calls it.</summary>
    /// <returns>The number of slots that a trimmer had nulled.</returns>
    internal int CloseGaps()
    {
        uint i = Count;
        while (i > 0 && Slot(i) is not null)
            i--;

        if (i == 0)
            return 0;

        TakeOldest(batch: default, out int trimmed);
        return trimmed;
    }

    /// <summary>The token of the thread that owns the stack. Never null, so a thread without a token is not taken for the owner.</summary>
    // It is one of the limits because other threads read it, and they must not share a cache line with the state.
    internal object Owner
    {
        get => _limits.Owner;
        set => _limits.Owner = value;
    }

    /// <summary>The pool whose buffers it holds.</summary>
    internal BufferPool Pool => _limits.Pool;

    /// <summary>The largest capacity: the depth of the size class.</summary>
    internal int MaxCapacity => _limits.MaxCapacity;

    /// <summary>The number of nodes that the stack may hold now. Any thread may read it.</summary>
    internal int Capacity => Volatile.Read(ref _limits.Capacity);

    /// <summary>The number of nodes whose bytes are reserved within the limits.</summary>
    internal int ReservedCapacity => _limits.ReservedCapacity;

    /// <summary>Whether the stack can hold no more nodes now. Only the owning thread reads it.</summary>
    internal bool IsFull => Count >= (uint)Capacity;

    /// <summary>Whether the capacity is <see cref="MaxCapacity"/>. Any thread may read it.</summary>
    internal bool IsAtMaxCapacity => Volatile.Read(ref _limits.Capacity) == _limits.MaxCapacity;

    /// <summary>Adds one node to the capacity. The caller has reserved its bytes.</summary>
    // model: stack/grow
    internal void Grow() => Volatile.Write(ref _limits.Capacity, ++_limits.ReservedCapacity);

    /// <summary>
    /// Sets the capacity to 0. The caller then passes a process-wide barrier and calls <see cref="RemoveAll"/>. Together they send every rent and return
    /// that begins later to the pool's slow path.
    /// </summary>
    // model: stack/close
    internal void Close() => Volatile.Write(ref _limits.Capacity, 0);

    /// <summary>Completes <see cref="Close"/>: removes every node, references to popped ones too. The owner notices in its slow path.</summary>
    /// <param name="trimmed">Receives the free nodes, and rarely one that the owner rents at this very moment. Its capacity must suffice.</param>
    /// <returns>The capacity that is no longer reserved.</returns>
    internal int RemoveAll(List<PooledNode>? trimmed)
    {
        int count = (byte)Volatile.Read(ref _state);
        for (int i = 1; trimmed is not null && i <= Math.Min(count, _limits.ReservedCapacity); i++)
        {
            if (Volatile.Read(ref Slot((uint)i)) is { } node)
                trimmed.Add(node);
        }

        ClearSlots(above: 0);
        return ReleaseCapacity(above: 0);
    }

    /// <summary>
    /// Lowers the reserved capacity. Allowed only if the owner has ended, or if the capacity is 0 and no slot holds a node.
    /// </summary>
    /// <returns>The capacity that is no longer reserved.</returns>
    internal int ReleaseCapacity(int above)
    {
        int released = _limits.ReservedCapacity - above;
        // model: stack/give-up
        _limits.ReservedCapacity = above;
        return released;
    }

    /// <summary>
    /// Removes nodes that were not used since the last visit, popped ones too: a reference that is left behind keeps its array alive. Then lowers the
    /// capacity to the highest slot in use. The caller passes a process-wide barrier and calls <see cref="CompleteTrim"/>.
    /// </summary>
    /// <param name="trimmed">Receives the free nodes, and rarely one that the owner rents at this very moment. Its capacity must suffice.</param>
    internal void RemoveIdle(List<PooledNode>? trimmed)
    {
        int count = (byte)Volatile.Read(ref _state);
        for (int i = 1; i <= _limits.ReservedCapacity; i++)
        {
            ref PooledNode? slot = ref Slot((uint)i);
            PooledNode? node = Volatile.Read(ref slot);

            // A compare-exchange, because a node that the owner has put there meanwhile is in use.
            // model: stack/trim
            if (node is { IsIdle: true } && Interlocked.CompareExchange(ref slot, null, node) == node && i <= count)
                trimmed?.Add(node);
        }

        // model: stack/shrink
        Volatile.Write(ref _limits.Capacity, HighestInUse(least: 0));
    }

    /// <summary>
    /// Completes <see cref="RemoveIdle"/>: raises the capacity to slots that were used meanwhile, and notes the generations for the next visit.
    /// </summary>
    /// <returns>The capacity that is no longer reserved.</returns>
    internal int CompleteTrim()
    {
        // The capacity is not lowered again: that would need another look after a barrier (CapacityTests).
        int reserved = _limits.ReservedCapacity;
        // model: stack/settle
        _limits.ReservedCapacity = HighestInUse(Capacity);
        // model: stack/raise
        Volatile.Write(ref _limits.Capacity, _limits.ReservedCapacity);
        for (int i = 1; i <= _limits.ReservedCapacity; i++)
            Volatile.Read(ref Slot((uint)i))?.NoteVisit();

        return reserved - _limits.ReservedCapacity;
    }

    private int HighestInUse(int least)
    {
        int highest = _limits.ReservedCapacity;
        // model: stack/highest
        while (highest > least && Volatile.Read(ref Slot((uint)highest)) is null)
            highest--;

        return highest;
    }

    // Runs after a write into a slot. A thread that lowers the capacity looks at the slots later, so either it sees our node or we see the new capacity.
    // Without this a thread could rent past the slow path for ever, and retain buffers that no limit counts: CloseStormTests. Only the owner calls it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void ClearAboveCapacity()
    {
        // The closing thread's process-wide barrier does this for every core where there is one: not on Mono's ARM64, .NET Standard and .NET Framework.
        if (!ProcessWideBarrier.IsReliable)
            // model: stack/own-barrier
            Interlocked.MemoryBarrier();

        // A volatile read, because the compiler must not reuse the capacity that TryPush read before the write.
        // model: stack/look
        if (Count > (uint)Volatile.Read(ref _limits.Capacity))
            ClearSlots(above: Capacity);
    }

    // Any thread may call it, at any time.
    private void ClearSlots(int above)
    {
        for (uint i = (uint)above + 1; i < SlotsPerStack; i++)
            // model: stack/null
            Volatile.Write(ref Slot(i), null);
    }

    private struct Limits
    {
        public BufferPool Pool;

        /// <summary>The token of the thread that owns the stack.</summary>
        public object Owner;

        /// <summary>The number of nodes that the stack may hold now.</summary>
        public int Capacity;

        /// <summary>
        /// The number of nodes whose bytes are reserved: the capacity, and what is being taken from it. Slots above it are null, except for stale references
        /// in a stack that the pool is taking over from an ended thread.
        /// </summary>
        public int ReservedCapacity;

        public int MaxCapacity;
    }
}

/// <summary>A memory barrier on all cores at once: it costs the calling thread some microseconds, and the others nothing.</summary>
internal static class ProcessWideBarrier
{
#if NET
    /// <summary>Whether the barrier reaches every running thread. Where it does not, each thread needs a barrier of its own.</summary>
    // Mono protects a page for the barrier: that interrupts the other cores on x64, but not on ARM64. In WebAssembly, also Mono, it does nothing. Mono's
    // collector has two generations where the others have three. To look for one of its types would compile and load a parser of names.
    // A static readonly field, because the JIT takes it for a constant: a push pays nothing for the question.
    public static readonly bool IsReliable = GC.MaxGeneration > 1;

    /// <summary>Returns when the barrier has passed on every running thread.</summary>
    public static void Pass() => Interlocked.MemoryBarrierProcessWide();
#else
    /// <summary>Never: there is only the calling thread's own barrier.</summary>
    public static bool IsReliable => false;

    /// <summary>A barrier of the calling thread.</summary>
    public static void Pass() => Interlocked.MemoryBarrier();
#endif
}
