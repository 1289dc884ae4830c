using System.ComponentModel;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

public sealed partial class BufferPool<T>
{
    /// <summary>Serves what the emitted <c>Rent</c> could not take from its thread's stack. Generated code only.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <returns>The node. Not the renter: a hidden return buffer would keep it out of registers.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or oversize where that is not allowed.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public PooledNode<T> RentSlow(int length) => RentSlow(ref _threadStacks(), length, "Rent", isWhole: false);

    /// <summary>Serves what the emitted <c>RentOwner</c> could not take from its thread's stack. Generated code only.</summary>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <returns>The node.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or oversize where that is not allowed.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public PooledNode<T> RentOwnerSlow(int length) => RentSlow(ref _threadStacks(), length, "RentOwner", isWhole: false);

    /// <param name="stacks">The calling thread's stacks.</param>
    /// <param name="length">The requested length.</param>
    /// <param name="member">The member that the user called; null for a writer, a stream or an adapter.</param>
    /// <param name="isWhole">Whether the holder may use the whole array.</param>
    private PooledNode<T> RentSlow(ref ThreadStack<T>[]? stacks, int length, string? member, bool isWhole)
    {
        if (length == 0)
            return _empty;

        if (!_isAnnounced)
            Announce();

        PooledNode<T> node = (uint)length > (uint)_sizeClasses.MaxLength ? RentOversize(length, member) : RentPooled(ref stacks, _sizeClasses.Of(length));
        return _mode == PoolMode.None && _sampled is null ? node : Watch(node, stacks, isWhole ? node.Capacity : length);
    }

    // Inlined, as Refill and Allocate are, because nothing else calls them. Where the JIT optimises at once, a first rental compiles fewer methods.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode<T> RentPooled(ref ThreadStack<T>[]? stacks, int sizeClass)
    {
        ThreadStack<T> stack = (stacks ??= Join())[sizeClass];
        PooledNode<T> node = (stack.Count == 0 ? null : PopRepaired(stack, sizeClass))
            ?? Refill(stack, sizeClass)
            ?? Allocate(sizeClass);
        stack.CountRent();
        return node;
    }

    private PooledNode<T>? PopRepaired(ThreadStack<T> stack, int sizeClass)
    {
        PooledNode<T>? node = stack.PopRepaired(out int trimmed);
        CountTrimmed(trimmed, sizeClass);
        return node;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode<T>? Refill(ThreadStack<T> stack, int sizeClass)
    {
        PooledNode<T>? rented = _coreTier.TryRefill(stack, sizeClass, out int left);
        if (rented is null)
            return null;

        // A place more for the next batch, until one fits.
        if (left > 0)
            TryWiden(stack, sizeClass);

        rented.Home = stack;
        return rented;
    }

    // Its first return comes by in the slow path, which decides whether it is retained.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode<T> Allocate(int sizeClass)
    {
        // Memory first: where it cannot be had, nothing was counted yet. The array is cleared all the same where T holds references.
        var node = new PooledNode<T>(this, GC.AllocateUninitializedArray<T>(_sizeClasses.Length(sizeClass)), _nowhere, sizeClass);
        _counters[sizeClass].Allocated.Add(1);
        if (PoolEventSource.Log is { } log)
            TraceAllocated(log, node);

        return node;
    }

    private PooledNode<T> RentOversize(int length, string? member)
    {
        if (length < 0)
            throw new ArgumentOutOfRangeException(nameof(length), length, $"{Request(length, member)}; a length is 0 or more.");

        if (_oversizePolicy == OversizePolicy.Throw)
        {
            throw new ArgumentOutOfRangeException(
                nameof(length), length, $"{Request(length, member)}; its MaxLength is {MaxLength}, and its Oversize policy is Throw.");
        }

        if (length > ArrayLimits.MaxLength)
        {
            throw new OutOfMemoryException(
                $"{Request(length, member)}; an array has at most {ArrayLimits.MaxLength}, and the pool keeps arrays of up to {MaxLength}, its MaxLength.");
        }

        var node = new PooledNode<T>(this, GC.AllocateUninitializedArray<T>(length), _nowhere, sizeClass: 0);
        _oversizeRents.Add(1);
        _oversizeRentedElements.Add(length);
        if (PoolEventSource.Log is { } log)
            TraceAllocated(log, node);

        return node;
    }

    private string Request(int length, string? member)
        => $"{(member is null ? $"The pool of {Name}" : $"{Name}.{member}")} was asked for {length} elements";
}
