using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Arrays on the heap of pinned objects, where the garbage collector moves nothing.</summary>
/// <param name="alignment">The alignment of the first element in bytes: a power of two; 0 for none.</param>
/// <param name="elementSize">The bytes of an element, which holds no references.</param>
internal sealed unsafe class PinnedArrays(int alignment, int elementSize) : StableStorage
{
    /// <inheritdoc/>
    public override bool IsPlaced => alignment > 0;

    /// <inheritdoc/>
    public override PooledNode Allocate(ThreadStack home, int sizeClass, int length)
        => IsPlaced
            ? new PooledNode(home.Pool.EmptyArray, AllocateAligned(home.Pool, length), home, sizeClass)
            : new PooledNode(home.Pool.AllocateArray(length, isPinned: true), block: null, home, sizeClass);

    /// <inheritdoc/>
    public override PooledNode AllocateOversize(ThreadStack home, int length) => Allocate(home, sizeClass: 0, length);

    /// <inheritdoc/>
    public override long BytesOf(int length) => ((long)length + Padding) * elementSize;

    // The elements that the array is longer: less than one alignment if an element is smaller than that, and one element otherwise.
    private int Padding => (alignment + elementSize - 1) / elementSize;

    private PlacedBlock AllocateAligned(BufferPool pool, int length)
    {
        ArrayLimits.Check((long)length + Padding);
        Array array = pool.AllocateArray(length + Padding, isPinned: true);
        nint start = (nint)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(array));
        return pool.CreateBlock(length, array, (start + alignment - 1) & -alignment);
    }
}
