using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledGen;

/// <summary>
/// The array of a writer, a list or a stream: a rented node with its generation, or the caller's own array, which does not go to the pool.
/// </summary>
internal readonly struct OwnedArray<T>
{
    private readonly PooledNode? _node;
    private readonly nint _generation;
    private readonly T[]? _cleared; // the caller's own array, if the pool's policy clears it on Return

    /// <param name="pool">The pool that the array is rented from.</param>
    /// <param name="length">The needed length: at least 1.</param>
    /// <param name="budget">The budget that limits the rental; null for none.</param>
    public OwnedArray(BufferPool<T> pool, int length, BufferBudget? budget = null)
    {
        _node = budget is null ? pool.RentOwned(length) : pool.RentWithin(length, budget);
        _generation = _node.Generation;
    }

    /// <param name="array">The caller's own array.</param>
    /// <param name="clears">Whether <see cref="Return"/> clears it.</param>
    public OwnedArray(T[] array, bool clears) => _cleared = clears ? array : null;

    /// <summary>The whole rented array, all of which may be used; empty if nothing is rented, and if the pool's buffers are aligned or native.</summary>
    public T[] Array => _node is null ? [] : Unsafe.As<T[]>(_node.Array);

    /// <summary>The memory of an aligned or native buffer; null if nothing is rented, and if the pool's buffers are arrays.</summary>
    public PlacedMemory<T>? Block => _node?.Block?.As<T>();

    /// <summary>The whole rented buffer, all of which may be used; empty if nothing is rented.</summary>
    public Window<T> Window => _node is null ? default : new Window<T>(_node);

    public bool IsRented => _node is not null;

    public bool IsSameAs(OwnedArray<T> other) => _node == other._node;

    /// <summary>Returns a rented array. The caller must not use it afterwards.</summary>
    public void Return()
    {
        _node?.ReturnOwned(_generation);
        if (_cleared is not null)
            System.Array.Clear(_cleared, 0, _cleared.Length);
    }

    /// <summary>Hands a rented array over to an owner.</summary>
    /// <param name="length">The owner's length.</param>
    /// <returns>The owner.</returns>
    public PooledOwner<T> HandOver(int length)
        => new(_node!, _node!.HandOver(_generation, RentalHandle.Writer), start: 0, length);
}

/// <summary>
/// The memory in which a writer or a stream works: a whole array, or the block of an aligned or native buffer. Empty by default. A copy that is made while
/// another thread assigns it shows elements of one buffer or throws, because each part checks its own bounds.
/// </summary>
internal readonly struct Window<T>
{
    private readonly T[]? _array;
    private readonly PlacedMemory<T>? _block;

    /// <param name="array">The array; all of it may be used.</param>
    /// <exception cref="ArrayTypeMismatchException">It is an array of a more derived type: writing to it would need a check each time.</exception>
    public Window(T[] array)
    {
        _ = array.AsSpan();
        _array = array;
        Length = array.Length;
    }

    /// <param name="node">A rented node; all of its elements may be used.</param>
    public Window(PooledNode node)
    {
        _array = Unsafe.As<T[]>(node.Array);
        _block = node.Block?.As<T>();
        Length = node.Capacity;
    }

    /// <summary>The number of elements.</summary>
    public int Length { get; }

    /// <summary>An element, by reference.</summary>
    // The test that an array needs anyway also finds blocks, whose array is empty. So arrays pay nothing for them, here and below.
    public ref T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            T[]? array = _array;
            if (array is null || (uint)index >= (uint)array.Length)
                return ref AsSpanOfBlock(index, length: 1)[0];

            return ref array[index];
        }
    }

    /// <summary>The elements from a position to the end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> AsSpan(int start)
    {
        T[]? array = _array;
        if (array is null || (uint)start >= (uint)array.Length)
            return AsSpanOfBlock(start, Length - start);

#if NET
        // Not the constructor of Span, which checks the bounds and the type of the array once more.
        return MemoryMarshal.CreateSpan(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(array), start), array.Length - start);
#else
        return new Span<T>(array, start, array.Length - start);
#endif
    }

    /// <summary>A part of the elements.</summary>
    public Span<T> AsSpan(int start, int length) => _block is null ? _array.AsSpan(start, length) : _block.GetSpan().Slice(start, length);

    /// <summary>The elements from a position to the end, for asynchronous code.</summary>
    public Memory<T> AsMemory(int start) => AsMemory(start, Length - start);

    /// <summary>A part of the elements, for asynchronous code.</summary>
    public Memory<T> AsMemory(int start, int length) => _block is null ? _array.AsMemory(start, length) : _block.Memory.Slice(start, length);

    /// <summary>Gives the first elements as a part of an array.</summary>
    /// <param name="length">The number of elements.</param>
    /// <param name="segment">The part.</param>
    /// <returns>Whether the elements lie in an array and begin at one of its elements.</returns>
    public bool TryGetArray(int length, out ArraySegment<T> segment)
    {
        if (_block is not null)
            return _block.TryGetArray(start: 0, length, out segment);

        segment = new ArraySegment<T>(_array ?? [], 0, length);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Span<T> AsSpanOfBlock(int start, int length) => AsSpan(start, length);
}
