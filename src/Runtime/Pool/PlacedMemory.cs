using System.Buffers;
using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>The elements of a block, for asynchronous code.</summary>
/// <typeparam name="T">The element type of the block's pool: a type without references.</typeparam>
/// <param name="block">The block, which this reference keeps alive.</param>
internal sealed unsafe class PlacedMemory<T>(PlacedBlock block) : MemoryManager<T>
{
    /// <inheritdoc/>
    public override Memory<T> Memory => CreateMemory(block.Length);

    /// <summary>The number of elements.</summary>
    public int Length => block.Length;

    /// <inheritdoc/>
    public override Span<T> GetSpan() => block.UnsafeAsSpan<T>(0, block.Length);

    /// <summary>A part of the elements, for asynchronous code. The caller has checked that it is inside the block.</summary>
    public Memory<T> Slice(int start, int count) => CreateMemory(start, count);

    /// <summary>The address of an element. Nothing needs to be pinned, so the handle frees nothing.</summary>
    /// <param name="elementIndex">0 to the number of elements.</param>
    /// <returns>The address.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The index is outside the block.</exception>
    public override MemoryHandle Pin(int elementIndex = 0)
    {
        if ((uint)elementIndex > (uint)block.Length)
            throw new ArgumentOutOfRangeException(nameof(elementIndex), elementIndex, $"The block has {block.Length} elements.");

        return new MemoryHandle((byte*)block.Address + ((nint)elementIndex * Unsafe.SizeOf<T>()), pinnable: this);
    }

    /// <summary>Does nothing, because <see cref="Pin"/> has nothing to undo.</summary>
    public override void Unpin()
    {
    }

    /// <summary>Gives the pinned array, if the elements lie in one and begin at one of its elements.</summary>
    /// <param name="segment">The part of the array.</param>
    /// <returns>Whether there is such an array.</returns>
    protected override bool TryGetArray(out ArraySegment<T> segment) => TryGetArray(start: 0, block.Length, out segment);

    /// <summary>Gives a part of the pinned array, as <see cref="TryGetArray(out ArraySegment{T})"/> does.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="count">The number of elements. The caller has checked that the part is inside the block.</param>
    /// <param name="segment">The part of the array.</param>
    /// <returns>Whether there is such an array.</returns>
    public bool TryGetArray(int start, int count, out ArraySegment<T> segment)
    {
        segment = default;
        if (block.Array is not T[] array)
            return false;

        // The array is pinned, so its address can be a number.
        nint offset = block.Address - (nint)Unsafe.AsPointer(ref array[0]);
        if (offset % Unsafe.SizeOf<T>() != 0)
            return false;

        segment = new ArraySegment<T>(array, (int)(offset / Unsafe.SizeOf<T>()) + start, count);
        return true;
    }

    // Does nothing: the pool decides what happens to the block, and not a holder of its memory.
    protected override void Dispose(bool disposing)
    {
    }
}
