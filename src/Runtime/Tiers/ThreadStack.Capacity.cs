using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>
/// The places of a stack: how many slots are open, which the pool decides. Everything here runs under the roster's lock, except where it says
/// otherwise.
/// </summary>
/// <remarks>
/// Closing has three steps: the depth is lowered, a process-wide barrier passes, the slots above are looked at again. Whoever put a node
/// there before the barrier is seen, and whoever comes after it sees the new depth and trims what he put there (CloseStormTests).
/// </remarks>
public sealed partial class ThreadStack<T>
{
    /// <summary>The token of the thread that owns it. Never null, so a thread without a token is not taken for the owner.</summary>
    // Among the places because other threads read it, and they must not share a cache line with the state.
    internal object Owner
    {
        get => _capacity.Owner;
        set => _capacity.Owner = value;
    }

    /// <summary>Whether its thread may begin to end a rental by plain writes. Written under the roster's lock: <see cref="OwnerBias{T}"/>.</summary>
    internal bool IsBiased
    {
        get => Volatile.Read(ref _capacity.IsBiased);
        set => Volatile.Write(ref _capacity.IsBiased, value);
    }

    /// <summary>How many places it may get: the depth of its size class.</summary>
    internal int MaxDepth => _capacity.Max;

    /// <summary>How many free nodes it may hold now. Any thread.</summary>
    internal int Depth => Volatile.Read(ref _capacity.Open);

    /// <summary>How many places are paid for.</summary>
    internal int ReservedCapacity => _capacity.Reserved;

    /// <summary>Whether there is an open place above the count. Owning thread only.</summary>
    internal bool HasRoom => Count < (uint)Depth;

    /// <summary>Whether every place that it may get is open. Any thread.</summary>
    internal bool IsOpen => Volatile.Read(ref _capacity.Open) == _capacity.Max;

    /// <summary>Opens one place more, which the caller has paid for.</summary>
    // model: stack/widen
    internal void Grow() => Volatile.Write(ref _capacity.Open, ++_capacity.Reserved);

    /// <summary>
    /// Closes all places: it sends every rent and return to the pool's slow path, from the next one on that is not under way yet. The caller
    /// then lets a process-wide barrier pass and calls <see cref="Empty"/>.
    /// </summary>
    // model: stack/close
    internal void Close() => Volatile.Write(ref _capacity.Open, 0);

    /// <summary>The end of <see cref="Close"/>: forgets every node, popped ones too. The owner notices in its slow path.</summary>
    /// <param name="trimmed">Gets the free ones; rarely one that the owner rents at this very moment. It must not have to grow.</param>
    /// <returns>How many places are no longer needed.</returns>
    internal int Empty(List<PooledNode<T>>? trimmed)
    {
        int count = (byte)Volatile.Read(ref _state);
        for (int i = 1; trimmed is not null && i <= Math.Min(count, _capacity.Reserved); i++)
        {
            if (Volatile.Read(ref Slot((uint)i)) is { } node)
                trimmed.Add(node);
        }

        Trim(above: 0);
        return ReleaseCapacity();
    }

    /// <summary>The places are not paid for any more. Only where the owner has ended, or all of them are closed and empty.</summary>
    /// <returns>How many there were.</returns>
    internal int ReleaseCapacity()
    {
        int places = _capacity.Reserved;
        // model: stack/give-up
        _capacity.Reserved = 0;
        return places;
    }

    /// <summary>
    /// Forgets nodes that nobody used since the last visit, popped ones too: a reference that was left behind keeps its array alive. Then closes
    /// the places above the highest slot that is still in use. The caller lets a process-wide barrier pass and calls <see cref="CompleteTrim"/>.
    /// </summary>
    /// <param name="trimmed">Gets the free ones; rarely one that the owner rents at this very moment. It must not have to grow.</param>
    internal void TrimIdle(List<PooledNode<T>>? trimmed)
    {
        int count = (byte)Volatile.Read(ref _state);
        for (int i = 1; i <= _capacity.Reserved; i++)
        {
            ref PooledNode<T>? slot = ref Slot((uint)i);
            PooledNode<T>? node = Volatile.Read(ref slot);

            // By compare-exchange: what the owner has put there meanwhile is in use.
            // model: stack/trim
            if (node is { IsIdle: true } && Interlocked.CompareExchange(ref slot, null, node) == node && i <= count)
                trimmed?.Add(node);
        }

        // model: stack/narrow
        Volatile.Write(ref _capacity.Open, HighestInUse(open: 0));
    }

    /// <summary>The end of <see cref="TrimIdle"/>: opens again what was used meanwhile, and remembers the generations for the next visit.</summary>
    /// <returns>How many places are no longer needed.</returns>
    internal int CompleteTrim()
    {
        // What is open stays open, in use or not: it is too late for another look at it (CapacityTests).
        int places = _capacity.Reserved;
        // model: stack/settle
        _capacity.Reserved = HighestInUse(Depth);
        // model: stack/reopen
        Volatile.Write(ref _capacity.Open, _capacity.Reserved);
        for (int i = 1; i <= _capacity.Reserved; i++)
            Volatile.Read(ref Slot((uint)i))?.NoteVisit();

        return places - _capacity.Reserved;
    }

    private int HighestInUse(int open)
    {
        int highest = _capacity.Reserved;
        // model: stack/highest
        while (highest > open && Volatile.Read(ref Slot((uint)highest)) is null)
            highest--;

        return highest;
    }

    // After a write into a slot: whoever closes places looks at their slots later, so either they see our node or we see the new depth. Without
    // this a thread could rent past the pool's slow path for ever, and retain what nobody paid for: CloseStormTests. Owning thread only.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TrimClosed()
    {
#if !NET
        // model: stack/own-barrier
        Interlocked.MemoryBarrier(); // where the framework can, the closing thread has this done on every core
#endif
        // A volatile read: the compiler must not use the depth that TryPush has read before the write.
        // model: stack/look
        if (Count > (uint)Volatile.Read(ref _capacity.Open))
            Trim(above: Depth);
    }

    // Any thread, at any time.
    private void Trim(int above)
    {
        for (uint i = (uint)above + 1; i < SlotCount; i++)
            // model: stack/null
            Volatile.Write(ref Slot(i), null);
    }

    private struct Limits
    {
        /// <summary>The token of the thread that owns the stack.</summary>
        public object Owner;

        /// <summary>Slots above it are closed.</summary>
        public int Open;

        /// <summary>What the budget was charged for: what is open, or more while places are being closed. Slots above it are null.</summary>
        public int Reserved;

        public int Max;

        public bool IsBiased;
    }
}
