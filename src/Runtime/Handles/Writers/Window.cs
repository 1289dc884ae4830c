using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledGen;

/// <summary>
/// The memory in which a writer or a stream works: a whole array, or the block of an aligned or native buffer. Empty by default. A copy that is made while
/// another thread assigns it shows elements of one buffer or throws, because each part checks its own bounds.
/// </summary>
internal readonly struct Window<T>
{
    private readonly T[]? _array;
    private readonly PlacedMemory<T>? _block;

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
