using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Arrays on the heap of pinned objects, where the garbage collector moves nothing.</summary>
/// <param name="alignment">The alignment of the first element in bytes: a power of two; 0 for none.</param>
internal sealed unsafe class PinnedArrays<T>(int alignment) : StableStorage<T>
{
    /// <inheritdoc/>
    public override bool IsPlaced => alignment > 0;

    /// <inheritdoc/>
    public override PooledNode<T> Allocate(BufferPool<T> pool, ThreadStack<T> home, int sizeClass, int length)
        => IsPlaced
            ? new PooledNode<T>(pool, AllocateAligned(length), home, sizeClass)
            : new PooledNode<T>(pool, GC.AllocateUninitializedArray<T>(length, pinned: true), home, sizeClass);

    /// <inheritdoc/>
    public override PooledNode<T> AllocateOversize(BufferPool<T> pool, ThreadStack<T> home, int length) => Allocate(pool, home, sizeClass: 0, length);

    /// <inheritdoc/>
    public override long BytesOf(int length) => ((long)length + Padding) * Unsafe.SizeOf<T>();

    // The elements that the array is longer: less than one alignment if an element is smaller than that, and one element otherwise.
    private int Padding => (alignment + Unsafe.SizeOf<T>() - 1) / Unsafe.SizeOf<T>();

    private PlacedBlock<T> AllocateAligned(int length)
    {
        ArrayLimits.Check((long)length + Padding);
        T[] array = GC.AllocateUninitializedArray<T>(length + Padding, pinned: true);
        nint start = (nint)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(array));
        return new PlacedBlock<T>(array, (start + alignment - 1) & -alignment, length);
    }
}
