using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>The growth of full buffers.</summary>
internal static class Growth
{
    // For pooled arrays room costs nothing and copying does: begin with a size that most results fit into, quadruple it, and then double.
    private const int FirstBytes = 16 * 1024;

    /// <summary>The length of the array that replaces a full one: at least twice as long, if possible.</summary>
    /// <param name="pool">The pool that the array is rented from.</param>
    /// <param name="capacity">The length of the full array.</param>
    /// <param name="needed">The number of elements that must fit.</param>
    /// <exception cref="OutOfMemoryException">No array can be that long.</exception>
    public static int NextLength<T>(BufferPool<T> pool, int capacity, long needed)
    {
        if (needed > ArrayLimits.MaxLength)
            throw new OutOfMemoryException($"{pool.Name} cannot grow to {needed} elements: an array has at most {ArrayLimits.MaxLength}.");

        if (needed > pool.MaxLength)
            return (int)(pool.RefusesOversize ? needed : Math.Min(Math.Max(needed, 2L * capacity), ArrayLimits.MaxLength));

        long factor = (long)capacity * Unsafe.SizeOf<T>() <= FirstBytes ? 4 : 2;
        long wanted = Math.Max(needed, Math.Max(factor * capacity, FirstBytes / Unsafe.SizeOf<T>()));
        return (int)Math.Min(wanted, pool.MaxLength);
    }
}
