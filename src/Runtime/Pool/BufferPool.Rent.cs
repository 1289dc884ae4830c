using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

// A rent whose pop found no node, be it an emitted one or that of TryPop. RentMissed ends with the first of these steps that gives a node:
// 1. Repair pops over the slots that a trimmer nulled.
// 2. Refill takes a batch out of the core tier.
// 3. Allocate makes a buffer of the class: BufferPool<T> its array, or the pool's storage its block.
// 4. RentOversize makes one that is longer than the largest class, or throws.
// 5. ApplyModes shows the node to a watch, if there is one.
public abstract partial class BufferPool
{
    /// <summary>Rents a node, and clears nothing.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <param name="member">The member that the user called; null for a writer, a stream or an adapter.</param>
    /// <param name="isWhole">Whether the holder may use the whole array.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode RentNode(int length, string? member, bool isWhole)
        => (uint)length <= (uint)_sizeClasses.MaxLength && ThreadStack.TryPop(StacksOfThread, _sizeClasses.Of(length), out PooledNode? node)
            ? node
            : RentMissed(length, member, isWhole);

    /// <summary>Rents a node for a holder that may use the whole array, and clears all of it if the policy is OnRent.</summary>
    /// <param name="length">The needed length, not yet checked.</param>
    /// <param name="member">The member that the user called; null for a writer, a stream or an adapter.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal PooledNode RentWhole(int length, string? member)
    {
        PooledNode node = RentNode(length, member, isWhole: true);
        if (ClearsOnRent)
            node.Clear();

        return node;
    }

    /// <summary>Rents a node for a holder on the heap, which ends the rental with <see cref="PooledNode.ReturnOwned"/>.</summary>
    /// <param name="length">The needed length. The holder may use the whole array.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode RentOwned(int length) => TryPop(length) ?? RentWhole(length, member: null);

    /// <summary>Rents the newest free node of the calling thread as <see cref="RentOwned"/> does, if that takes no more than a pop. Null otherwise.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    // On .NET it calls nothing of ours, so that a caller whose only call is its last statement saves few registers.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode? TryPop(int length)
        => ThreadStack.TryPop(PlainStackOf(length), out PooledNode? node) ? node : null;

    /// <summary>Rents as <see cref="TryPop"/> does, from a pool without an annotated type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode? TryPopByNumber(int length)
        => ThreadStack.TryPop(PlainStackByNumber(length), out PooledNode? node) ? node : null;

    /// <summary>Rents an array that replaces one that is too short.</summary>
    /// <param name="capacity">The length of the array that is too short.</param>
    /// <param name="length">The requested length.</param>
    /// <param name="content">The number of elements that the caller copies to the start. The elements after them are cleared if the policy is OnRent.</param>
    /// <param name="budget">The budget of the rental; null for none.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is oversize, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">No array can be that long, there is no memory for it, or the budget does not admit it.</exception>
    internal PooledNode RentLarger(int capacity, int length, int content, BufferBudget? budget)
    {
        // The next size class is longer by a fixed ratio. An oversize array has exactly the requested length, so we request twice the old one.
        int rented = length <= MaxLength || RefusesOversize
            ? length
            : (int)Math.Max(length, Math.Min(2L * capacity, ArrayLimits.MaxLength));
        if (budget is not null)
            return RentWithin(rented, budget, isWhole: false);

        PooledNode node = TryPop(rented) ?? RentNode(rented, member: null, isWhole: false);
        if (ClearsOnRent)
            node.Clear(content, length - content);

        return node;
    }

    /// <summary>Reports what a checked rental has written past its length so far.</summary>
    /// <param name="node">The node.</param>
    internal void FindOverrun(PooledNode node) => node.Rental?.FindOverrun(node);

    /// <summary>Prepares the elements that a rental gains when it grows within its array.</summary>
    /// <param name="node">The node.</param>
    /// <param name="start">The first element of the rental.</param>
    /// <param name="content">The number of elements that the rental has already.</param>
    /// <param name="length">The number of elements that it has from now on.</param>
    internal void Extend(PooledNode node, int start, int content, int length)
    {
        if (length <= content)
            return;

        node.Rental?.Extend(node, start + length);
        if (ClearsOnRent)
            node.Clear(start + content, length - content);
    }

    /// <summary>Rents a node for a caller whose pop found none.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <param name="member">The member that the user called; null if the message need not name it.</param>
    /// <param name="isWhole">Whether the holder may use the whole array.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    internal PooledNode RentMissed(int length, string? member, bool isWhole)
    {
        if (length == 0)
            return _empty;

        // The first rental announces the pool. The pool's constructor cannot: it runs in a static constructor, where a listener's callback could wait for a
        // thread that waits for us (CallbackTests). Benign race: two first rentals may both announce it. The flag is set last:
        // PoolCreated comes before the pool's other events, and a listener that rents must not suppress it.
        if (!_isAnnounced)
        {
            if (PoolListener.Current is { } listener)
            {
                _isAnnounced = listener.TryAnnounce(this);
            }
            else
            {
                BackgroundStart.Begin();
                _isAnnounced = true;
            }
        }

        PooledNode node;
        ThreadStack[]? stacks = _threadStacks();
        if ((uint)length > (uint)_sizeClasses.MaxLength)
        {
            node = RentOversize(length, member);
        }
        else
        {
            int sizeClass = _sizeClasses.Of(length);
            ThreadStack stack = (stacks ??= _roster.Join())[sizeClass];
            if (stack.Pool != this)
                throw BufferErrors.OtherStacks(Name, stack.Pool.Name);

            node = (stack.Count != 0 ? Repair(stack, sizeClass) : null) ?? Refill(stack, sizeClass) ?? Allocate(sizeClass);
            stack.CountRent();
        }

        if (_watch is { } watch)
            ApplyModes(watch, node, stacks, isWhole ? node.Capacity : length);

        return node;
    }

    // Step 1. Counts the nulled slots as trimmed. Null if no node is left.
    private PooledNode? Repair(ThreadStack stack, int sizeClass)
    {
        PooledNode? node = stack.PopRepaired(out int trimmed);
        _counters.CountTrimmed(sizeClass, trimmed);
        return node;
    }

    // Step 2. The newest node of the batch becomes the rental, and the others fill the stack. Null if there is no batch.
    // Inlined, as Allocate is, because each has one caller only. A first rental then compiles fewer methods if the JIT optimises at once.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode? Refill(ThreadStack stack, int sizeClass)
    {
        PooledNode? rented = _coreTier.TryRefill(stack, sizeClass, out int left);
        if (rented is null)
            return null;

        // Grows by one node for the next batch, until a whole batch fits.
        if (left > 0 && TryGrow(stack, sizeClass))
            _trimmer.EnsureVisit();

        // A native node keeps the closed stack for its home, because it lies on no stack.
        if (!IsNative)
            rented.Home = stack;

        return rented;
    }

    // Step 3. The node has no home yet, so its first return takes the slow path, which decides whether the pool retains it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode Allocate(int sizeClass)
    {
        // Allocate before counting, so that an OutOfMemoryException leaves the counters unchanged. The runtime still clears the array if T holds references.
        int length = _sizeClasses.Length(sizeClass);
        PooledNode node = _storage is null
            ? new PooledNode(AllocateArray(length), block: null, _roster.ClosedStack, sizeClass)
            : _storage.Allocate(_roster.ClosedStack, sizeClass, length);
        _counters.CountAllocated(sizeClass);
        PoolListener.Current?.Allocated(node);

        return node;
    }

    // Step 4. The array has exactly the requested length, and is never pooled.
    private PooledNode RentOversize(int length, string? member)
    {
        ThrowIfRefused(length, member);
        PooledNode node = _storage is null
            ? new PooledNode(AllocateArray(length), block: null, _roster.ClosedStack, sizeClass: 0)
            : _storage.AllocateOversize(_roster.ClosedStack, length);
        _counters.CountOversizeRent(length);
        PoolListener.Current?.Allocated(node);

        return node;
    }

    private void ThrowIfRefused(int length, string? member)
    {
        if (length < 0)
            throw new ArgumentOutOfRangeException(nameof(length), length, $"{Request(length, member)}; a length is 0 or more.");

        if (RefusesOversize)
        {
            throw new ArgumentOutOfRangeException(
                nameof(length), length, $"{Request(length, member)}; its MaxLength is {MaxLength}, and its Oversize policy is Throw.");
        }

        if (length > ArrayLimits.MaxLength)
        {
            throw new OutOfMemoryException(
                $"{Request(length, member)}; an array has at most {ArrayLimits.MaxLength}, and the pool keeps arrays of up to {MaxLength}, its MaxLength.");
        }
    }

    private string Request(int length, string? member)
        => $"{(member is null ? $"The pool of {Name}" : $"{Name}.{member}")} was asked for {length} elements";

    // Step 5. A listener hears of the rental, or it is checked. Kept out of line: a method with a try is slower, and most pools have no watch.
    private void ApplyModes(RentalWatch watch, PooledNode node, ThreadStack[]? stacks, int length)
    {
        try
        {
            watch.Observe(node, stacks, length);
        }
        catch
        {
            // There is no memory for the record of the rental. The caller gets no buffer, so the pool must get it back.
            ReturnSlow(node, node.Generation);
            throw;
        }
    }

    /// <summary>
    /// Takes a native buffer out of the slot of this core, past the calling thread's stack, which holds none. Null if the slot has none:
    /// <see cref="RentMissed"/> then serves the rental.
    /// </summary>
    internal PooledNode? TryRentNative(int length)
        => (uint)(length - 1) < (uint)NativeLength ? _coreTier.TryRentNative(_sizeClasses.Of(length)) : null;

    /// <summary>Counts a node that a share allocates.</summary>
    internal void CountShareNode() => _counters.CountShareNode();

    /// <summary>Watches a share as the rental that was shared is watched.</summary>
    internal void WatchShare(PooledNode holder, PooledNode share)
    {
        if (holder.Rental is not { IsOver: false } rental)
            return;

        try
        {
            share.Rental = rental.OfShare(share.Generation);
        }
        catch
        {
            // There is no memory for the record of the share. The caller gets no owner.
            share.ReturnOwned(share.Generation);
            throw;
        }
    }
}
