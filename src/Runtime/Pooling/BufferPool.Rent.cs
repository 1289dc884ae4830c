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
    public PooledNode<T> RentSlow(int length) => RentSlow(ref _threadStacks(), length, isWhole: false);

    private PooledNode<T> RentSlow(ref ThreadStack<T>[]? stacks, int length, bool isWhole)
    {
        if (length == 0)
            return _empty;

        if (!_isAnnounced)
            Announce();

        PooledNode<T> node = (uint)length > (uint)MaxLength ? RentOversize(length) : RentPooled(ref stacks, _sizeClasses.Of(length));
        return _mode == PoolMode.None && _sampled is null ? node : Watch(node, stacks, isWhole ? node.Capacity : length);
    }

    internal ObjectDisposedException Disposed() => new(
        Name,
        $"This {Name} was disposed: its array may already belong to another rental. Use the buffer, and every span taken from it, before Dispose.");

    internal InvalidOperationException OutsideArray(int capacity, int start, int length) => new(
        $"Elements {start} to {(long)start + length} were asked for in an array of {capacity} elements of {Name}. "
        + "An owner was copied while another thread assigned it: synchronise the field, or give each thread a copy of its own.");

    private PooledNode<T> RentPooled(ref ThreadStack<T>[]? stacks, int sizeClass)
    {
        ThreadStack<T> stack = (stacks ??= Join())[sizeClass];
        PooledNode<T> node = PopRepaired(stack, sizeClass)
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
    private PooledNode<T> Allocate(int sizeClass)
    {
        // Memory first: where it cannot be had, nothing was counted yet.
        _coreTier.Prepare(sizeClass);
        var node = new PooledNode<T>(this, AllocateArray(_sizeClasses.Length(sizeClass)), _nowhere, sizeClass);
        _counters[sizeClass].Allocated.Add(1);
        TraceAllocated(node);
        return node;
    }

    private PooledNode<T> RentOversize(int length)
    {
        if (length < 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(length), length, $"{Name}.Rent was asked for {length} elements; a length is 0 or more.");
        }

        if (_oversizePolicy == OversizePolicy.Throw)
        {
            throw new ArgumentOutOfRangeException(
                nameof(length), length, $"{Name}.Rent was asked for {length} elements; its MaxLength is {MaxLength}, and its Oversize policy is Throw.");
        }

        var node = new PooledNode<T>(this, AllocateArray(length), _nowhere, sizeClass: 0);
        _oversizeRents.Add(1);
        _oversizeRentedElements.Add(length);
        TraceAllocated(node);
        return node;
    }

    private static T[] AllocateArray(int length)
#if NET
        => GC.AllocateUninitializedArray<T>(length); // zeroed all the same where T holds references
#else
        => new T[length];
#endif
}
