using System.ComponentModel;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

public sealed partial class BufferPool<T>
{
    /// <summary>Rents a buffer that may be stored, cross an await and be disposed on another thread. It allocates nothing after warm-up.</summary>
    /// <param name="length">
    /// The number of elements: 0 to <see cref="MaxLength"/> from the pool; a longer buffer is not pooled, and the pool may refuse it.
    /// </param>
    /// <returns>The owner of exactly <paramref name="length"/> elements.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    public PooledOwner<T> RentOwner(int length)
    {
        PooledNode<T> node = RentNode(length, nameof(RentOwner), isWhole: false);
        if (ClearsOnRent)
            node.Elements.Slice(0, length).Clear();

        return new PooledOwner<T>(node, length);
    }

    /// <summary>Copies elements into a rented buffer, for the Detach of elements that lie in the caller's memory.</summary>
    /// <param name="elements">The elements.</param>
    /// <returns>The owner of the copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The copy is oversize, and the pool refuses that.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public PooledOwner<T> RentCopy(ReadOnlySpan<T> elements)
    {
        PooledNode<T> node = RentNode(elements.Length, "Detach", isWhole: false);
        elements.CopyTo(node.Elements);
        return new PooledOwner<T>(node, elements.Length);
    }

    /// <summary>Serves an emitted <c>Rent</c> that could not pop from its thread's stack. Generated code only.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <returns>The node and not the renter, because a hidden return buffer would keep a renter out of registers.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public PooledNode<T> RentSlow(int length)
        => _storage is not null && TryRentOffThreads(length) is { } node ? node : RentSlow(ref _threadStacks(), length, "Rent", isWhole: false);

    /// <summary>Serves an emitted <c>RentOwner</c> that could not pop from its thread's stack. Generated code only.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <returns>The node.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public PooledNode<T> RentOwnerSlow(int length)
        => _storage is not null && TryRentOffThreads(length) is { } node ? node : RentSlow(ref _threadStacks(), length, "RentOwner", isWhole: false);

    /// <summary>Rents a node for a holder on the heap, which ends the rental with <see cref="PooledNode{T}.ReturnOwned"/>.</summary>
    /// <param name="length">The needed length. The holder may use the whole array.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode<T> RentOwned(int length) => TryPop(length) ?? RentOwnedNode(length);

    /// <summary>Rents the newest free node of the calling thread as <see cref="RentOwned"/> does, if that takes no more than a pop. Null otherwise.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    // On .NET it calls nothing of ours, so that a caller whose only call is its last statement saves few registers.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode<T>? TryPop(int length)
        => ThreadStack<T>.TryPopFrom(PlainStackOf(length), out PooledNode<T>? node) ? node : null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledNode<T> RentOwnedNode(int length)
    {
        PooledNode<T> node = RentNode(length, member: null, isWhole: true);
        if (ClearsOnRent)
            node.Elements.Clear();

        return node;
    }

    /// <summary>Rents an array that replaces one that is too short.</summary>
    /// <param name="capacity">The length of the array that is too short.</param>
    /// <param name="length">The requested length.</param>
    /// <param name="content">The number of elements that the caller copies to the start. The elements behind them are cleared if the policy is OnRent.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is oversize, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">No array can be that long, or there is no memory for it.</exception>
    internal PooledNode<T> RentLarger(int capacity, int length, int content)
    {
        // The next size class is longer by a fixed ratio. An oversize array has exactly the requested length, so we request twice the old one.
        int rented = length <= MaxLength || RefusesOversize
            ? length
            : (int)Math.Max(length, Math.Min(2L * capacity, ArrayLimits.MaxLength));
        PooledNode<T> node = TryPop(rented) ?? RentNode(rented, member: null, isWhole: false);
        if (ClearsOnRent)
            node.Elements.Slice(content, length - content).Clear();

        return node;
    }

    /// <summary>Reports what a checked rental has written behind its length so far.</summary>
    /// <param name="node">The node.</param>
    internal void FindOverrun(PooledNode<T> node) => RentalWatch<T>.VerifyCanary(node);

    /// <summary>Prepares the elements that a rental gains when it grows within its array.</summary>
    /// <param name="node">The node.</param>
    /// <param name="start">The first element of the rental.</param>
    /// <param name="content">The number of elements that the rental has already.</param>
    /// <param name="length">The number of elements that it has from now on.</param>
    internal void Extend(PooledNode<T> node, int start, int content, int length)
    {
        if (length <= content)
            return;

        RentalWatch<T>.Extend(node, start + length);
        if (ClearsOnRent)
            node.Elements.Slice(start + content, length - content).Clear();
    }

    /// <summary>Rents a node, and clears nothing.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <param name="member">The member that the user called; null for a writer, a stream or an adapter.</param>
    /// <param name="isWhole">Whether the holder may use the whole array.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledNode<T> RentNode(int length, string? member, bool isWhole)
        => (uint)length <= (uint)MaxLength && ThreadStack<T>.TryPop(StacksOfThread, _sizeClasses.Of(length), out PooledNode<T>? node)
            ? node
            : RentSlow(ref _threadStacks(), length, member, isWhole);

    // Rents a native buffer without the calling thread's stacks, which hold none. Once a watch exists every rental takes the other path, because the watch
    // sees no rental here.
    private PooledNode<T>? TryRentOffThreads(int length)
        => _watch is null && (uint)(length - 1) < (uint)_sizeClasses.MaxLength ? _retention.TryRentOffThreads(_sizeClasses.Of(length)) : null;

    /// <param name="stacks">The calling thread's stacks.</param>
    /// <param name="length">The requested length.</param>
    /// <param name="member">The member that the user called; null for a writer, a stream or an adapter.</param>
    /// <param name="isWhole">Whether the holder may use the whole array.</param>
    private PooledNode<T> RentSlow(ref ThreadStack<T>[]? stacks, int length, string? member, bool isWhole)
    {
        if (length == 0)
            return _empty;

        // The first rental announces the pool. The pool's constructor cannot: it runs in a static constructor, where a listener's callback could wait for a
        // thread that waits for us (CallbackTests). Benign race: two first rentals may both announce it. The flag is set afterwards, so that the event is not
        // behind another one of this pool, and not lost if a listener's callback rents.
        if (!_isAnnounced)
        {
            if (PoolEventSource.Log is { } log)
            {
                _isAnnounced = log.TryAnnounce(this);
            }
            else
            {
                BackgroundStart.Begin();
                _isAnnounced = true;
            }
        }

        PooledNode<T> node = (uint)length > (uint)_sizeClasses.MaxLength ? RentOversize(length, member) : RentPooled(ref stacks, _sizeClasses.Of(length));
        if (_watch is { } watch)
            Watch(watch, node, stacks, isWhole ? node.Capacity : length);

        return node;
    }

    // Apart, because a method with a try is slower, and most pools have no watch.
    private void Watch(RentalWatch<T> watch, PooledNode<T> node, ThreadStack<T>[]? stacks, int length)
    {
        try
        {
            watch.Observe(node, stacks, length);
        }
        catch
        {
            // There is no memory for the record of the rental, or its report failed. The caller gets no buffer, so the pool must get it back.
            ReturnSlow(node, node.Generation);
            throw;
        }
    }

    // Inlined, as Allocate is, because each has one caller only. A first rental then compiles fewer methods if the JIT optimises at once.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode<T> RentPooled(ref ThreadStack<T>[]? stacks, int sizeClass)
    {
        ThreadStack<T> stack = (stacks ??= _roster.Join(_retention.Retire))[sizeClass];
        PooledNode<T> node = _retention.Take(stack, sizeClass) ?? Allocate(sizeClass);
        stack.CountRent();
        return node;
    }

    // The node has no home yet, so its first return takes the slow path, which decides whether the pool retains it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode<T> Allocate(int sizeClass)
    {
        // Allocate before counting, so that an OutOfMemoryException leaves the counters unchanged. The runtime still clears the array if T holds references.
        int length = _sizeClasses.Length(sizeClass);
        PooledNode<T> node = _storage is null
            ? new PooledNode<T>(this, GC.AllocateUninitializedArray<T>(length), _roster.ClosedStack, sizeClass)
            : _storage.Allocate(this, _roster.ClosedStack, sizeClass, length);
        _counters.CountAllocated(sizeClass);
        if (PoolEventSource.Log is { } log)
            BufferEvents.Allocated(log, node);

        return node;
    }

    private PooledNode<T> RentOversize(int length, string? member)
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

        PooledNode<T> node = _storage is null
            ? new PooledNode<T>(this, GC.AllocateUninitializedArray<T>(length), _roster.ClosedStack, sizeClass: 0)
            : _storage.AllocateOversize(this, _roster.ClosedStack, length);
        _counters.CountOversizeRent(length);
        if (PoolEventSource.Log is { } log)
            BufferEvents.Allocated(log, node);

        return node;
    }

    private string Request(int length, string? member)
        => $"{(member is null ? $"The pool of {Name}" : $"{Name}.{member}")} was asked for {length} elements";
}
