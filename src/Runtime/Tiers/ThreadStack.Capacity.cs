using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>
/// The places of a stack: the number of open slots, which the pool decides. Everything here runs under the roster's lock, unless it says
/// otherwise.
/// </summary>
/// <remarks>
/// Closing has three steps: lower the depth, let a process-wide barrier pass, look at the slots above again. The closing thread sees a node that
/// the owner put there before the barrier. After the barrier the owner sees the new depth, and trims what it put there (CloseStormTests).
/// </remarks>
public sealed partial class ThreadStack<T>
{
    /// <summary>The token of the thread that owns the stack. Never null, so a thread without a token is not taken for the owner.</summary>
    // It is one of the limits because other threads read it, and they must not share a cache line with the state.
    internal object Owner
    {
        get => _capacity.Owner;
        set => _capacity.Owner = value;
    }

    /// <summary>The largest number of places: the depth of the size class.</summary>
    internal int MaxDepth => _capacity.Max;

    /// <summary>The number of free nodes that the stack may hold now. Any thread may read it.</summary>
    internal int Depth => Volatile.Read(ref _capacity.Open);

    /// <summary>The number of places that are paid for.</summary>
    internal int ReservedCapacity => _capacity.Reserved;

    /// <summary>Whether there is an open place above the count. Only the owning thread reads it.</summary>
    internal bool HasRoom => Count < (uint)Depth;

    /// <summary>Whether all <see cref="MaxDepth"/> places are open. Any thread may read it.</summary>
    internal bool IsFullyOpen => Volatile.Read(ref _capacity.Open) == _capacity.Max;

    /// <summary>Opens one more place, which the caller has paid for.</summary>
    // model: stack/widen
    internal void Grow() => Volatile.Write(ref _capacity.Open, ++_capacity.Reserved);

    /// <summary>
    /// Closes all places. The caller then lets a process-wide barrier pass and calls <see cref="Empty"/>. Together they send every rent and return that
    /// begins later to the pool's slow path.
    /// </summary>
    // model: stack/close
    internal void Close() => Volatile.Write(ref _capacity.Open, 0);

    /// <summary>Completes <see cref="Close"/>: removes every node, references to popped ones too. The owner notices in its slow path.</summary>
    /// <param name="trimmed">Receives the free nodes, and rarely one that the owner rents at this very moment. Its capacity must suffice.</param>
    /// <returns>The number of places that are no longer needed.</returns>
    internal int Empty(List<PooledNode<T>>? trimmed)
    {
        int count = (byte)Volatile.Read(ref _state);
        for (int i = 1; trimmed is not null && i <= Math.Min(count, _capacity.Reserved); i++)
        {
            if (Volatile.Read(ref Slot((uint)i)) is { } node)
                trimmed.Add(node);
        }

        Trim(above: 0);
        return ReleaseCapacity(above: 0);
    }

    /// <summary>
    /// Marks the places above a number as not paid for. Allowed only if the owner has ended, or if all places are closed and empty.
    /// </summary>
    /// <returns>The number of places that are no longer paid for.</returns>
    internal int ReleaseCapacity(int above)
    {
        int places = _capacity.Reserved - above;
        // model: stack/give-up
        _capacity.Reserved = above;
        return places;
    }

    /// <summary>
    /// Removes nodes that were not used since the last visit, popped ones too: a reference that is left behind keeps its array alive. Then closes
    /// the places above the highest slot in use. The caller lets a process-wide barrier pass and calls <see cref="CompleteTrim"/>.
    /// </summary>
    /// <param name="trimmed">Receives the free nodes, and rarely one that the owner rents at this very moment. Its capacity must suffice.</param>
    internal void TrimIdle(List<PooledNode<T>>? trimmed)
    {
        int count = (byte)Volatile.Read(ref _state);
        for (int i = 1; i <= _capacity.Reserved; i++)
        {
            ref PooledNode<T>? slot = ref Slot((uint)i);
            PooledNode<T>? node = Volatile.Read(ref slot);

            // A compare-exchange, because a node that the owner has put there meanwhile is in use.
            // model: stack/trim
            if (node is { IsIdle: true } && Interlocked.CompareExchange(ref slot, null, node) == node && i <= count)
                trimmed?.Add(node);
        }

        // model: stack/narrow
        Volatile.Write(ref _capacity.Open, HighestInUse(open: 0));
    }

    /// <summary>Completes <see cref="TrimIdle"/>: reopens places that were used meanwhile, and notes the generations for the next visit.</summary>
    /// <returns>The number of places that are no longer needed.</returns>
    internal int CompleteTrim()
    {
        // An open place stays open, in use or not: closing it would need another look after a barrier (CapacityTests).
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

    // Runs after a write into a slot. A thread that closes places looks at their slots later, so either it sees our node or we see the new depth. Without
    // this a thread could rent past the slow path for ever, and retain buffers in unpaid places: CloseStormTests. Only the owning thread calls it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TrimClosed()
    {
        // The closing thread's process-wide barrier does this for every core where there is one: not on Mono's ARM64, .NET Standard and .NET Framework.
        if (!ProcessWideBarrier.IsReliable)
            // model: stack/own-barrier
            Interlocked.MemoryBarrier();

        // A volatile read, because the compiler must not reuse the depth that TryPush read before the write.
        // model: stack/look
        if (Count > (uint)Volatile.Read(ref _capacity.Open))
            Trim(above: Depth);
    }

    // Any thread may call it, at any time.
    private void Trim(int above)
    {
        for (uint i = (uint)above + 1; i < SlotsPerStack; i++)
            // model: stack/null
            Volatile.Write(ref Slot(i), null);
    }

    private struct Limits
    {
        /// <summary>The token of the thread that owns the stack.</summary>
        public object Owner;

        /// <summary>Slots above it are closed.</summary>
        public int Open;

        /// <summary>
        /// The number of places that the budgets were charged for: open ones, and those that are being closed. Slots above it are null, but for stale
        /// references in a stack that the pool is taking over from an ended thread.
        /// </summary>
        public int Reserved;

        public int Max;
    }
}
