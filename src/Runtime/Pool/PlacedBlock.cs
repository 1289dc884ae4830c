using System.Runtime.CompilerServices;
#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledGen;

/// <summary>
/// Elements at an address that never changes: an aligned part of a pinned array, or pages of the operating system. The block belongs to one node, for life.
/// </summary>
internal sealed unsafe class PlacedBlock
{
    // Created with the block. A writer or a stream asks for it between the rent and the moment when the rental has an owner, and would lose the rental
    // if there were no memory for it then.
    private object? _memory;

    private PlacedBlock(int length) => Length = length;

    /// <summary>Creates a block.</summary>
    /// <typeparam name="T">The element type of the block's pool.</typeparam>
    /// <param name="length">The number of elements.</param>
    /// <param name="array">
    /// The pinned array that the elements lie in. Null for a block that gets its pages afterwards: nothing may fail once the pages are there, because they
    /// would be lost.
    /// </param>
    /// <param name="address">The address of the first element in that array.</param>
    public static PlacedBlock Create<T>(int length, Array? array, nint address)
    {
        var block = new PlacedBlock(length) { Array = array, Address = address };
        block._memory = new PlacedMemory<T>(block);
        return block;
    }

    /// <summary>The number of elements.</summary>
    public int Length { get; }

    /// <summary>The pinned array that the elements lie in, which this reference keeps alive. Null if they lie in pages.</summary>
    public Array? Array { get; private init; }

    /// <summary>The address of the first element. It is set once, before any other thread sees the block.</summary>
    public nint Address { get; set; }

    /// <summary>The object that backs the memories of the block's owners: always the same one, so that equal memories are equal.</summary>
    /// <typeparam name="T">The element type of the block's pool.</typeparam>
    public PlacedMemory<T> As<T>() => (PlacedMemory<T>)_memory!;

    /// <summary>A part of the elements. The caller has checked that it is inside the block.</summary>
    /// <typeparam name="T">The element type of the block's pool. It is not checked.</typeparam>
    // Not the constructor of Span, which checks the length once more.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> UnsafeAsSpan<T>(int start, int length)
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

    /// <summary>Sets elements to zero. The caller has checked that they are inside the block.</summary>
    public void Clear(int start, int length, int elementSize)
    {
        byte* first = (byte*)Address + ((nint)start * elementSize);
#if NET
        NativeMemory.Clear(first, (nuint)length * (nuint)elementSize);
#else
        new Span<byte>(first, length * elementSize).Clear();
#endif
        GC.KeepAlive(this);
    }
}
