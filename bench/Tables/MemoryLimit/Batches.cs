using System.Buffers;

namespace PooledGen.Bench.Tables.MemoryLimit;

/// <summary>Works on a batch of columns, which are rented together, written, and returned together.</summary>
internal interface IBatches
{
    /// <summary>Rents the columns, writes every element, and returns them.</summary>
    /// <param name="columns">How many there are at a time.</param>
    /// <param name="rows">The elements of each.</param>
    /// <param name="look">Called while all columns are rented.</param>
    static abstract void Work<T>(int columns, int rows, Action look);
}

internal readonly struct PooledBatches : IBatches
{
    public static void Work<T>(int columns, int rows, Action look)
    {
        var owners = new PooledOwner<T>[columns];
        try
        {
            for (int i = 0; i < columns; i++)
            {
                owners[i] = SharedBuffer<T>.RentOwner(rows);
                owners[i].Span.Fill(default!);
            }

            look();
        }
        finally
        {
            foreach (PooledOwner<T> owner in owners)
                owner.Dispose();
        }
    }
}

internal readonly struct SharedBatches : IBatches
{
    public static void Work<T>(int columns, int rows, Action look)
    {
        var arrays = new T[]?[columns];
        try
        {
            for (int i = 0; i < columns; i++)
            {
                T[] array = arrays[i] = ArrayPool<T>.Shared.Rent(rows);
                array.AsSpan(0, rows).Fill(default!);
            }

            look();
        }
        finally
        {
            foreach (T[]? array in arrays)
            {
                if (array is not null)
                    ArrayPool<T>.Shared.Return(array);
            }
        }
    }
}
