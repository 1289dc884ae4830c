using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.CompilerServices;

/// <summary>The columns of a rented block of rows: one behind the other, each for the whole capacity. Generated code only.</summary>
/// <remarks>
/// A column begins at the capacity times the bytes that a row has in the columns before it. The block bounds every column, whatever the arguments are: a handle
/// that is torn or out of date may show elements of another rental of its pool, and nothing else.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static unsafe class ColumnBlock
{
    /// <summary>Serves an emitted <c>Rent</c> that could not pop from its thread's stack.</summary>
    /// <typeparam name="TRow">The emitted type of a row.</typeparam>
    /// <param name="pool">The pool.</param>
    /// <param name="length">The requested number of rows, not yet checked.</param>
    /// <param name="maxLength">The declared MaxLength, which the pool's own may exceed by less than 64 rows.</param>
    /// <returns>The node.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">No buffer has that many rows, or there is no memory for it.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static PooledNode RentSlow<TRow>(BufferPool<TRow> pool, int length, int maxLength)
        => RentSlow(pool, length, maxLength, "Rent");

    /// <summary>Serves an emitted <c>RentOwner</c>, as <see cref="RentSlow{TRow}(BufferPool{TRow}, int, int)"/> serves <c>Rent</c>.</summary>
    /// <typeparam name="TRow">The emitted type of a row.</typeparam>
    /// <param name="pool">The pool.</param>
    /// <param name="length">The requested number of rows, not yet checked.</param>
    /// <param name="maxLength">The declared MaxLength.</param>
    /// <returns>The node.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">No buffer has that many rows, or there is no memory for it.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static PooledNode RentOwnerSlow<TRow>(BufferPool<TRow> pool, int length, int maxLength)
        => RentSlow(pool, length, maxLength, "RentOwner");

    /// <summary>The first elements of a column.</summary>
    /// <typeparam name="TRow">The emitted type of a row: the element type of the node's pool. It is not checked.</typeparam>
    /// <typeparam name="TColumn">The element type of the column.</typeparam>
    /// <param name="node">The rented node; null if nothing is rented.</param>
    /// <param name="offset">The bytes that a row has in the columns before this one.</param>
    /// <param name="length">The number of elements.</param>
    /// <returns>The elements.</returns>
    /// <exception cref="InvalidOperationException">The column is not inside the block.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Span<TColumn> UnsafeSpan<TRow, TColumn>(PooledNode? node, int offset, int length)
    {
        PlacedBlock? block = node?.Block;
        if (block is null)
        {
            if (length != 0)
                ThrowOutside();

            return default;
        }

        // The JIT knows the offset and both sizes, so only the comparison of the length is left of this test.
        if ((uint)length > (uint)block.Length || !IsInside<TRow, TColumn>(offset))
            ThrowOutside();

        Span<TColumn> column = MemoryMarshal.CreateSpan(ref Unsafe.AsRef<TColumn>((void*)AddressOf(block, offset)), length);

        // The address is a number, which keeps no array alive. The JIT emits no instruction for this call.
        GC.KeepAlive(block);
        return column;
    }

    /// <summary>The elements of a column of an owner. It allocates at the first call for a block and a column, and never afterwards.</summary>
    /// <typeparam name="TRow">The emitted type of a row.</typeparam>
    /// <typeparam name="TColumn">The element type of the column. It is not checked that the rows have it there.</typeparam>
    /// <param name="owner">The owner of the rows.</param>
    /// <param name="column">The position of the column.</param>
    /// <param name="columns">The number of columns.</param>
    /// <param name="offset">The bytes that a row has in the columns before this one.</param>
    /// <returns>As many elements as the owner has rows.</returns>
    /// <exception cref="ObjectDisposedException">The owner was disposed.</exception>
    /// <exception cref="InvalidOperationException">The column is not inside the block.</exception>
    public static Memory<TColumn> UnsafeMemory<TRow, TColumn>(PooledOwner<TRow> owner, int column, int columns, int offset)
    {
        // The owner checks that it is not disposed, and that its rows are inside the block.
        if (owner.FindRows(out int start, out int length) is not { Block: { } block } node)
            return default;

        if (!IsInside<TRow, TColumn>(offset) || (uint)column >= (uint)columns || columns > ColumnRows.MaxColumns)
            ThrowOutside();

        PlacedMemory<TColumn> elements = MemoryOf<TColumn>(block, column, columns, AddressOf(block, offset));
        return node.WatchedRental is { } rental ? rental.Watch(elements.Memory, column + 1).Slice(start, length) : elements.Slice(start, length);
    }

    // Benign race: two threads may both create the object of a column. Both objects describe the same elements, and the block keeps the last one.
    private static PlacedMemory<TColumn> MemoryOf<TColumn>(PlacedBlock block, int column, int columns, nint address)
    {
        object?[] cache = block.Columns ??= new object?[columns];
        if ((uint)column < (uint)cache.Length && cache[column] is PlacedMemory<TColumn> cached && cached.Address == address)
            return cached;

        var memory = new PlacedMemory<TColumn>(block, address, block.Length);
        if ((uint)column < (uint)cache.Length)
            cache[column] = memory;

        return memory;
    }

    private static nint AddressOf(PlacedBlock block, int offset) => block.Address + ((nint)block.Length * offset);

    // A row has at least as many bytes as its columns have together. There is no constraint on the types, because 'unmanaged' would exclude nullable elements.
    private static bool IsInside<TRow, TColumn>(int offset)
        => !RuntimeHelpers.IsReferenceOrContainsReferences<TColumn>()
            && offset >= 0
            && (long)offset + Unsafe.SizeOf<TColumn>() <= Unsafe.SizeOf<TRow>();

    private static PooledNode RentSlow<TRow>(BufferPool<TRow> pool, int length, int maxLength, string member)
    {
        if (length < 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(length), length, $"{pool.Name}.{member} was asked for {length} rows; a length is 0 or more.");
        }

        if (length > maxLength && pool.RefusesOversize)
        {
            throw new ArgumentOutOfRangeException(
                nameof(length),
                length,
                $"{pool.Name}.{member} was asked for {length} rows; its MaxLength is {maxLength}, and its Oversize policy is Throw.");
        }

        if (length > ColumnRows.MaxLength)
            throw new OutOfMemoryException($"{pool.Name}.{member} was asked for {length} rows; a buffer has at most {ColumnRows.MaxLength}.");

        // The columns use the block up to its end, so a check must not take the rows behind the length for unused ones.
        return pool.RentNode(ColumnRows.RoundUp(length), member, isWhole: true);
    }

    [DoesNotReturn]
    private static void ThrowOutside() => throw new InvalidOperationException(
        "The column is not inside the rented block. A renter or an owner was copied while another thread assigned it: synchronise the field, or give each "
        + "thread a copy of its own.");
}
