using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>
/// One thread's free buffers of one size class; the buffer that the thread returned last is on top. Generated code only pops; the pool does the rest.
/// </summary>
/// <remarks>
/// <para>Slots 1 to count hold the free nodes. Slot 0 and the slot above the depth are always null, so that "empty" and "full" need no test of
/// their own: the slot does not hold the node that the fast path looks for.</para>
/// <para><b>Invariant:</b> only the owning thread changes the state or puts a node into a slot; any thread may set a slot to null at
/// any time, without a lock. A slot above the count keeps the reference that was popped from it, and that reference is only compared.</para>
/// <para>Slots above the <em>depth</em> are closed: nothing is put there, so nothing can be rented or pushed back there. The depth grows by
/// one place at a time, each paid for out of the pool's budget, and shrinks when buffers are trimmed.</para>
/// <para>Renting and returning in LIFO order writes no slot, so neither has a GC write barrier.</para>
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ThreadStack<T>
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
    private readonly PooledNode<T>?[] _slots;
#endif

    // The limits lie behind the slots where those are inside the object, and so outside the cache line of the state: other threads read the limits,
    // and the state changes with every rental.
    private Limits _capacity;

    /// <summary>Creates an empty stack without a place.</summary>
    /// <param name="maxDepth">The largest number of places.</param>
    /// <param name="owner">The thread that owns it, or <see cref="ThreadToken.None"/>.</param>
    internal ThreadStack(int maxDepth, object owner)
    {
        _capacity.Owner = owner;
        _capacity.Max = maxDepth;
#if !NET
        _slots = new PooledNode<T>?[maxDepth + 2];
#endif
    }

    /// <summary>Rents the newest free node of a size class.</summary>
    /// <param name="stacks">The calling thread's stacks; null if it has none yet.</param>
    /// <param name="sizeClass">The class; any number outside the stacks sends the request to the slow path.</param>
    /// <param name="node">The node, now the caller's.</param>
    /// <returns><see langword="false"/> if the pool's slow path must serve the request.</returns>
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

    /// <summary>Rents the newest free node of a stack: for a pool of one length, and for callers in the runtime that have found the stack.</summary>
    /// <param name="stack">The calling thread's stack; null if it has none yet.</param>
    /// <param name="node">The node, now the caller's.</param>
    /// <returns><see langword="false"/> if the pool's slow path must serve the request.</returns>
    // Repeats the lines of TryPop, and neither method calls the other: a first rental would compile one more method.
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
    /// Takes a node back if it is the one last popped from here. It writes no slot, so there is no GC write barrier. Only the owning thread calls it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPushBack(PooledNode<T> node)
    {
        // Benign race: a trimmer may null this slot after the comparison. The node is then trimmed, and found missing by the next pop.
        // model: stack/compare
        if (Unsafe.Add(ref Slot((byte)_state), 1) != node)
            return false;

        // model: stack/unpop
        _state++;
        return true;
    }

    /// <summary>The node that was popped from here last, or null. It may be elsewhere by now. Only the owning thread reads it.</summary>
    internal PooledNode<T>? LastPopped => Unsafe.Add(ref Slot((byte)_state), 1);

    /// <summary>Takes back the node that was found to be <see cref="LastPopped"/>. Only the owning thread calls it.</summary>
    // Benign race: as in TryPushBack, a trimmer may null the slot after the comparison.
    internal void PushBack() => _state++;

    /// <summary>The number of slots in use, including those that a trimmer has nulled.</summary>
    internal uint Count => (byte)_state;

    /// <summary>The number of rents. Any thread may read it.</summary>
    internal long Rents => (long)(Volatile.Read(ref _state) >> 8);

    /// <summary>Counts a rent that <see cref="TryPop"/> did not serve. Only the owning thread calls it.</summary>
    internal void CountRent() => _state += OneRent;

    /// <summary>Puts a node on top if there is an open place for it. Only the owning thread calls it.</summary>
    internal bool TryPush(PooledNode<T> node)
    {
        // model: stack/room
        if (Count >= (uint)_capacity.Open)
            return false;

        // The slot is written before the state: a thread that reads statistics in between must not take the slot for a trimmed one. It is a release
        // write, because a processor may reorder plain ones (StatisticsUnderLoadTests, on ARM64).
        // model: stack/push
        Slot(Count + 1) = node;
        // model: stack/count
        Volatile.Write(ref _state, _state + 1);
        TrimClosed();
        return true;
    }

    /// <summary>Puts a node on top and makes this its home, if there is an open place for it. Only the owning thread calls it.</summary>
    internal bool TryAdopt(PooledNode<T> node)
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
            // A node in a closed place stays there only until its owner notices, and counts as neither.
            if (Volatile.Read(ref Slot((uint)i)) is null)
                trimmed++;
            else if (i <= _capacity.Open)
                retained++;
        }

        // Every rent changes the state for good. After a move, returns alone can restore it, so the moves are compared too: StatisticsUnderLoadTests.
        bool isSteady = (moves & 1) == 0 && moves == Volatile.Read(ref _moves) && state == Volatile.Read(ref _state);
        return new(retained, trimmed, isSteady);
    }

    /// <summary>Removes the newest free node, so that the next rent, or the one after it, takes the pool's slow path. Any thread may call it.</summary>
    // model: stack/forget
    internal void TrimNewest() => Volatile.Write(ref Slot((byte)Volatile.Read(ref _state)), null);

#if NET
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref PooledNode<T>? Slot(uint index)
    {
        // No bounds check: the low byte of the state never exceeds the depth, and there are two slots more than the largest depth.
        // The index is unsigned, because a sign extension would be one instruction more.
        return ref Unsafe.Add(ref Unsafe.As<Slots, PooledNode<T>?>(ref _slots), (nuint)index);
    }

    // Sized for the largest depth, so that the slots lie inside the object: the fast path needs one load less.
    private const int SlotsPerStack = Depths.MaxThreadDepth + 2;

    [InlineArray(SlotsPerStack)]
    private struct Slots
    {
        private PooledNode<T>? _first;
    }
#else
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref PooledNode<T>? Slot(uint index) => ref _slots[index];

    private int SlotsPerStack => _slots.Length;
#endif
}
