using System.Buffers;
using System.Runtime.CompilerServices;
#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledGen;

/// <summary>
/// Elements at an address that never changes: an aligned part of a pinned array, pages of the operating system, or one column of such a block. The block
/// belongs to one node, for life, and is also the object behind the memories of that node's owners.
/// </summary>
/// <typeparam name="T">The element type, which holds no references.</typeparam>
internal sealed unsafe class PlacedBlock<T> : MemoryManager<T>
{
    /// <summary>The number of elements.</summary>
    public readonly int Length;

    // The pinned array or the block of rows that the elements lie in, which this reference keeps alive. Null if they lie in pages.
    private readonly object? _memory;

    /// <summary>Creates a block inside other memory.</summary>
    /// <param name="memory">A pinned array, or a block of rows whose column this is.</param>
    /// <param name="address">The address of the first element, which lies in that memory.</param>
    /// <param name="length">The number of elements.</param>
    public PlacedBlock(object memory, nint address, int length) : this(length)
    {
        _memory = memory;
        Address = address;
    }

    /// <summary>Creates a block that gets its pages afterwards: nothing may fail once the pages are there, because they would be lost.</summary>
    /// <param name="length">The number of elements.</param>
    public PlacedBlock(int length) => Length = length;

    /// <summary>The address of the first element. It is set once, before any other thread sees the block.</summary>
    public nint Address { get; set; }

    /// <summary>
    /// The objects behind the memories of the block's columns, by their positions; null until an owner of columns needs one. An object never changes once it is
    /// there, so any thread may read and write the positions.
    /// </summary>
    public object?[]? Columns { get; set; }

    /// <inheritdoc/>
    public override Memory<T> Memory => CreateMemory(Length);

    /// <inheritdoc/>
    public override Span<T> GetSpan() => AsSpan(start: 0, Length);

    /// <summary>A part of the elements. The caller has checked that it is inside the block.</summary>
    // Not the constructor of Span, which checks the length once more.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> AsSpan(int start, int length)
    {
#if NET
        Span<T> elements = MemoryMarshal.CreateSpan(ref Unsafe.Add(ref Unsafe.AsRef<T>((void*)Address), start), length);
#else
        Span<T> elements = new Span<T>((void*)Address, Length).Slice(start, length);
#endif
        // The address is a number, which keeps no array alive. The JIT emits no instruction for this call.
        GC.KeepAlive(this);
        return elements;
    }

    /// <summary>A part of the elements, for asynchronous code. The caller has checked that it is inside the block.</summary>
    public Memory<T> Slice(int start, int length) => CreateMemory(start, length);

    /// <summary>The address of an element. Nothing needs to be pinned, so the handle frees nothing.</summary>
    /// <param name="elementIndex">0 to <see cref="Length"/>.</param>
    /// <returns>The address.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The index is outside the block.</exception>
    public override MemoryHandle Pin(int elementIndex = 0)
    {
        if ((uint)elementIndex > (uint)Length)
            throw new ArgumentOutOfRangeException(nameof(elementIndex), elementIndex, $"The block has {Length} elements.");

        return new MemoryHandle((byte*)Address + ((nint)elementIndex * Unsafe.SizeOf<T>()), pinnable: this);
    }

    /// <summary>Does nothing, because <see cref="Pin"/> has nothing to undo.</summary>
    public override void Unpin()
    {
    }

    /// <summary>Gives the pinned array, if the elements lie in one and begin at one of its elements.</summary>
    /// <param name="segment">The part of the array.</param>
    /// <returns>Whether there is such an array.</returns>
    protected override bool TryGetArray(out ArraySegment<T> segment) => TryGetArray(start: 0, Length, out segment);

    /// <summary>Gives a part of the pinned array, as <see cref="TryGetArray(out ArraySegment{T})"/> does.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements. The caller has checked that the part is inside the block.</param>
    /// <param name="segment">The part of the array.</param>
    /// <returns>Whether there is such an array.</returns>
    public bool TryGetArray(int start, int length, out ArraySegment<T> segment)
    {
        segment = default;
        if (_memory is not T[] array)
            return false;

        // The array is pinned, so its address can be a number.
        nint offset = Address - (nint)Unsafe.AsPointer(ref array[0]);
        if (offset % Unsafe.SizeOf<T>() != 0)
            return false;

        segment = new ArraySegment<T>(array, (int)(offset / Unsafe.SizeOf<T>()) + start, length);
        return true;
    }

    // Does nothing: the pool decides what happens to the block, and not a holder of its memory.
    protected override void Dispose(bool disposing)
    {
    }
}
