using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>
/// One thread's free buffers of one size class; the buffer that the thread returned last is on top. Generated code pops; everything else is the pool's.
/// </summary>
/// <remarks>
/// <para>Slots 1 to count hold the free nodes. Slot 0 and the slot above the depth are null for ever, so that "empty" and "full" need
/// no test of their own: the slot simply does not hold what the fast path hopes for.</para>
/// <para><b>Invariant:</b> only the owning thread changes the state or puts a node into a slot; any thread may set a slot to null at
/// any time, without a lock. A slot above the count keeps the reference that was popped from it, only ever to be compared.</para>
/// <para>Slots above the <em>depth</em> are closed: nothing is put there, so there is nothing to be rented or unpopped. The depth grows by
/// one place at a time, each paid for out of the pool's budget, and shrinks when buffers are trimmed.</para>
/// <para>In LIFO use nothing is written into a slot, so neither renting nor returning has a GC write barrier.</para>
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ThreadStack<T>
{
    private const ulong OneRent = 1 << 8;

    // Low 8 bits: how many nodes are free. The rest: how many rents there were. One addition updates both.
    private ulong _state;

    // Odd while the owner moves nodes from slot to slot.
    private int _moves;

    // How many rents there were when it spilled last, or the low bits of that.
    private int _rentsAtSpill;

    private volatile bool _isEnding;
#if NET
    private Slots _slots;
#else
    private readonly PooledNode<T>?[] _slots;
#endif

    // Behind the slots where those lie in the object, so not in the cache line of the state, which changes with every rental: other threads
    // read here.
    private Limits _capacity;

    /// <summary>Makes an empty stack without a place.</summary>
    /// <param name="maxDepth">How many places it may get.</param>
    /// <param name="owner">The thread that owns it, or <see cref="ThreadToken.None"/>.</param>
    /// <param name="isBiased">Whether that thread may end rentals by plain writes.</param>
    internal ThreadStack(int maxDepth, object owner, bool isBiased = false)
    {
        _capacity.Owner = owner;
        _capacity.IsBiased = isBiased;
        _capacity.Max = maxDepth;
#if !NET
        _slots = new PooledNode<T>?[maxDepth + 2];
#endif
    }

    /// <summary>Rents the newest free node of a size class.</summary>
    /// <param name="stacks">The calling thread's stacks; null where it has none yet.</param>
    /// <param name="sizeClass">The class; any number outside the stacks means that the slow path has to look at the request.</param>
    /// <param name="node">The node, now the caller's.</param>
    /// <returns><see langword="false"/> where the pool's slow path has to see to it.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryPop(ThreadStack<T>[]? stacks, int sizeClass, [NotNullWhen(true)] out PooledNode<T>? node)
    {
        if (stacks is null || (uint)sizeClass >= (uint)stacks.Length)
        {
            node = null;
            return false;
        }

        ThreadStack<T> stack = stacks[sizeClass];
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

    /// <summary>Rents the newest free node of the one size class of a pool of one length.</summary>
    /// <param name="stack">The calling thread's stack; null where it has none yet.</param>
    /// <param name="node">The node, now the caller's.</param>
    /// <returns><see langword="false"/> where the pool's slow path has to see to it.</returns>
    // The lines of TryPop, and neither method calls the other: a first rental would compile one method more.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryPopFrom(ThreadStack<T>? stack, [NotNullWhen(true)] out PooledNode<T>? node)
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
    /// Takes a node back if it is the one last popped from here, without writing the slot: no GC write barrier. Owning thread only.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPushBack(PooledNode<T> node)
    {
        ulong state = _state;

        // Benign race: a trimmer may null this slot after the comparison. The node is then trimmed, and found missing by the next pop.
        // model: stack/compare
        if (Slot((uint)(byte)state + 1) != node)
            return false;

        // model: stack/unpop
        _state = state + 1;
        return true;
    }

    /// <summary>The node that was popped from here last, or null. It may be somewhere else by now. Owning thread only.</summary>
    internal PooledNode<T>? LastPopped => Slot((uint)(byte)_state + 1);

    /// <summary>Takes back the node that was found to be <see cref="LastPopped"/>. Owning thread only.</summary>
    // Benign race: as in TryPushBack, a trimmer may null the slot after the comparison.
    internal void PushBack() => _state++;

    /// <summary>Whether its thread is ending a rental by plain writes. Only that thread sets it: <see cref="OwnerBias{T}"/>.</summary>
    internal bool IsEnding
    {
        get => _isEnding;
        set => _isEnding = value;
    }

    /// <summary>Waits while its thread is ending a rental by plain writes. Any other thread.</summary>
    internal void AwaitEnding()
    {
        var wait = default(SpinWait);
        // model: bias/await
        while (_isEnding)
            wait.SpinUninterrupted();
    }

    /// <summary>How many slots are in use, the nulled ones among them included.</summary>
    internal uint Count => (byte)_state;

    /// <summary>How many rents there were. Any thread.</summary>
    internal long Rents => (long)(Volatile.Read(ref _state) >> 8);

    /// <summary>Counts a rent that did not come out of <see cref="TryPop"/>. Owning thread only.</summary>
    internal void CountRent() => _state += OneRent;

    /// <summary>Puts a node on top if there is an open place for it. Owning thread only.</summary>
    internal bool TryPush(PooledNode<T> node)
    {
        // model: stack/room
        if (Count >= (uint)_capacity.Open)
            return false;

        // The slot before the state: a statistic that is read in between must not take the slot for a trimmed one. A release write, because a
        // processor may reorder plain ones (StatisticsUnderLoadTests, on ARM64).
        // model: stack/push
        Slot(Count + 1) = node;
        // model: stack/count
        Volatile.Write(ref _state, _state + 1);
        TrimClosed();
        return true;
    }

    /// <summary>Puts a node on top and makes this its home, if there is an open place for it. Owning thread only.</summary>
    internal bool TryAdopt(PooledNode<T> node)
    {
        if (!TryPush(node))
            return false;

        node.Home = this;
        return true;
    }

    /// <summary>Removes the newest node that no trimmer has taken away. Owning thread only.</summary>
    /// <param name="trimmed">How many nulled slots were found above it.</param>
    internal PooledNode<T>? PopRepaired(out int trimmed)
    {
        trimmed = 0;
        while (Count > 0)
        {
            // model: stack/repair-read
            PooledNode<T>? node = Slot(Count);
            // model: stack/repair
            _state--;
            if (node is not null)
                return node;

            trimmed++;
        }

        return null;
    }

    /// <summary>
    /// Makes room, by moving nodes into a batch: the older half, because the newer nodes are those whose arrays are still in this core's cache; or
    /// all of them where the thread has not rented since the last time, because then it only hands back what others rent. Owning thread only.
    /// </summary>
    /// <param name="batch">Where to: as many places as the stack has.</param>
    /// <param name="trimmed">How many of the slots a trimmer had nulled.</param>
    /// <returns>How many were moved: the first places of the batch.</returns>
    internal int Spill(Span<PooledNode<T>?> batch, out int trimmed)
    {
        int rents = (int)(_state >> 8);
        int length = rents == _rentsAtSpill ? batch.Length : (batch.Length + 1) / 2;
        _rentsAtSpill = rents;
        return TakeOldest(batch.Slice(0, length), out trimmed);
    }

    /// <summary>Moves the oldest nodes into a batch and closes the gap. Owning thread only.</summary>
    /// <param name="batch">Where to; it is filled from its beginning, oldest first.</param>
    /// <param name="trimmed">How many of the slots a trimmer had nulled.</param>
    /// <returns>How many were moved: fewer than the batch has room for where there were no more.</returns>
    private int TakeOldest(Span<PooledNode<T>?> batch, out int trimmed)
    {
        uint count = Count;
        uint kept = 0;
        int moved = 0;
        trimmed = 0;
        _moves++;

        for (uint i = 1; i <= count; i++)
        {
            PooledNode<T>? node = Slot(i);

            // The moved node must not stay in its old slot: it would be kept alive there long after another thread dropped it.
            // model: stack/move
            Slot(i) = null;
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
        TrimClosed();

        return moved;
    }

    /// <summary>Moves the nodes together where a trimmer has left gaps. Owning thread only.</summary>
    /// <returns>How many slots a trimmer had nulled.</returns>
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

    /// <summary>How many slots below the count hold a node, and how many were nulled. Under the roster's lock.</summary>
    /// <returns>IsSteady: the owner changed nothing meanwhile, so that the figures are exact.</returns>
    internal (int Retained, int Trimmed, bool IsSteady) CountSlots()
    {
        int moves = Volatile.Read(ref _moves);
        ulong state = Volatile.Read(ref _state);
        int count = (byte)state;
        int retained = 0, trimmed = 0;
        for (int i = 1; i <= count; i++)
        {
            // In a closed place only until its owner notices: it is neither.
            if (Volatile.Read(ref Slot((uint)i)) is null)
                trimmed++;
            else if (i <= _capacity.Open)
                retained++;
        }

        // Every rent changes the state for good. Returns alone may lead back to it, over a move: StatisticsUnderLoadTests.
        bool isSteady = (moves & 1) == 0 && moves == Volatile.Read(ref _moves) && state == Volatile.Read(ref _state);
        return (retained, trimmed, isSteady);
    }

    /// <summary>Forgets the newest free node, so that the next rent takes the pool's slow path, or the next but one. Any thread.</summary>
    // model: stack/forget
    internal void TrimNewest() => Volatile.Write(ref Slot((byte)Volatile.Read(ref _state)), null);

#if NET
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref PooledNode<T>? Slot(uint index)
    {
        // No bounds check: the low byte of the state never exceeds the depth, and there are two slots more than the largest depth.
        // Unsigned, because a sign extension would be one instruction more.
        return ref Unsafe.Add(ref Unsafe.As<Slots, PooledNode<T>?>(ref _slots), (nuint)index);
    }

    // For the largest depth, so that the slots can lie inside the object: one load less on the fast path.
    private const int SlotCount = Depths.MaxThreadDepth + 2;

    [InlineArray(SlotCount)]
    private struct Slots
    {
        private PooledNode<T>? _first;
    }
#else
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref PooledNode<T>? Slot(uint index) => ref _slots[index];

    private int SlotCount => _slots.Length;
#endif
}
