using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>How buffers that are full grow.</summary>
internal static class Growth
{
    // Where arrays are pooled, room costs nothing and copying does: begin with what most results fit into, quadruple that, and double from there.
    private const int FirstBytes = 16 * 1024;

    /// <summary>How long the array shall be that takes the place of one that is full: at least twice as long, if one can be.</summary>
    /// <param name="pool">Where it comes from.</param>
    /// <param name="capacity">The length of the one that is full.</param>
    /// <param name="needed">What has to fit at least.</param>
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
