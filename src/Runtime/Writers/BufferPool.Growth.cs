using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>What a buffer that grows asks of its pool.</summary>
public sealed partial class BufferPool<T>
{
    // Where arrays are pooled, room costs nothing and copying does: begin with what most results fit into, quadruple that, and double from there.
    private const int FirstGrowthBytes = 16 * 1024;

    /// <summary>Whether the caller's own memory is cleared too when it is left: only where clearing was asked for, not for references' sake.</summary>
    internal bool ClearsCallersMemory => _clearPolicy == ClearPolicy.OnReturn;

    /// <summary>Whether rented arrays are cleared.</summary>
    internal bool ClearsOnRent => _clearPolicy == ClearPolicy.OnRent;

    /// <summary>How long the array shall be that takes the place of one that is full: at least twice as long, if one can be.</summary>
    /// <param name="capacity">The length of the one that is full.</param>
    /// <param name="needed">What has to fit at least.</param>
    /// <exception cref="OutOfMemoryException">No array can be that long.</exception>
    internal int GrownLength(int capacity, long needed)
    {
        if (needed > ArrayLimits.MaxLength)
            throw new OutOfMemoryException($"{Name} cannot grow to {needed} elements: an array has at most {ArrayLimits.MaxLength}.");

        if (needed > MaxLength)
            return (int)(_oversizePolicy == OversizePolicy.Throw ? needed : Math.Min(Math.Max(needed, 2L * capacity), ArrayLimits.MaxLength));

        long factor = (long)capacity * Unsafe.SizeOf<T>() <= FirstGrowthBytes ? 4 : 2;
        long wanted = Math.Max(needed, Math.Max(factor * capacity, FirstGrowthBytes / Unsafe.SizeOf<T>()));
        return (int)Math.Min(wanted, MaxLength);
    }

    /// <summary>Ends a rental whose holder may have written anywhere in the array. On the renting thread.</summary>
    internal void ReturnWhole(PooledNode<T> node, nint generation)
    {
        if (ClearsOnReturn)
            node.ReturnCleared(generation, node.Array);
        else
            node.Return(generation);
    }
}
