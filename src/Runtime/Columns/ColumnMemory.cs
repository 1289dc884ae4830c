using System.Buffers;
using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>
/// The object behind the memories of one column of a block. The block keeps it for life, and it keeps the block: a memory that is used after its rental shows
/// elements of another rental of the same column, and never anything outside of the block.
/// </summary>
/// <typeparam name="TRow">The emitted type of a row.</typeparam>
/// <typeparam name="TColumn">The element type of the column, which holds no references.</typeparam>
/// <param name="block">The block.</param>
/// <param name="offset">The bytes that a row has in the columns before this one. The caller has checked that the column is inside the row.</param>
internal sealed unsafe class ColumnMemory<TRow, TColumn>(PlacedBlock<TRow> block, int offset) : MemoryManager<TColumn>
{
    /// <summary>The bytes that a row has in the columns before this one.</summary>
    public int Offset => offset;

    private byte* Start => (byte*)block.Address + ((nint)block.Length * offset);

    /// <summary>A part of the column.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements. The caller has checked that the part is inside the block.</param>
    public Memory<TColumn> Slice(int start, int length) => CreateMemory(start, length);

    /// <inheritdoc/>
    public override Span<TColumn> GetSpan() => new(Start, block.Length);

    /// <summary>The address of an element. The block never moves, so the handle frees nothing.</summary>
    /// <param name="elementIndex">0 to the capacity of the block.</param>
    /// <returns>The address.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The index is outside the column.</exception>
    public override MemoryHandle Pin(int elementIndex = 0)
    {
        if ((uint)elementIndex > (uint)block.Length)
            throw new ArgumentOutOfRangeException(nameof(elementIndex), elementIndex, $"The column has {block.Length} elements.");

        return new MemoryHandle(Start + ((nint)elementIndex * Unsafe.SizeOf<TColumn>()), pinnable: this);
    }

    /// <summary>Does nothing, because <see cref="Pin"/> has nothing to undo.</summary>
    public override void Unpin()
    {
    }

    // Does nothing: the pool decides what happens to the block, and not a holder of its memory.
    protected override void Dispose(bool disposing)
    {
    }
}
