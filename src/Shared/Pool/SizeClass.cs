using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>Size-class arithmetic. Generated code only.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class SizeClass
{
    /// <summary>
    /// The size class of a length if there are two or four classes from one power of two to the next: the logarithm, and the bits after the highest one.
    /// </summary>
    /// <param name="length">The length. 0 and negative ones get a class above those of all lengths up to 2^30.</param>
    /// <param name="mask">The length of the smallest class, less one: a power of two less one.</param>
    /// <param name="bits">The number of bits after the highest one that select the class: 1 or 2.</param>
    /// <returns>The class, plus an offset that depends on the other arguments only.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Finer(int length, int mask, int bits)
    {
        // The JIT compiles the maximum to a conditional move. Or-ing the mask, as for powers of two, would change the bits after the highest one.
        uint last = Math.Max(unchecked((uint)(length - 1)), (uint)mask);
        int log = Log2((int)last);
        return (log << bits) + (int)(last >> (log - bits));
    }

    /// <summary>The position of the highest set bit of <paramref name="value"/>, 0 for 0.</summary>
    /// <param name="value">Any value; a negative one has its highest bit set.</param>
    /// <returns>0 to 31.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Log2(int value)
#if NET
        => System.Numerics.BitOperations.Log2((uint)value);
#else
    {
        // Fill all bits below the highest, then hash the 32 possible results (de Bruijn sequence).
        uint bits = (uint)value;
        bits |= bits >> 1;
        bits |= bits >> 2;
        bits |= bits >> 4;
        bits |= bits >> 8;
        bits |= bits >> 16;
        return s_deBruijn[(int)(unchecked(bits * 0x07C4ACDDu) >> 27)];
    }

    private static readonly byte[] s_deBruijn =
    [
        0, 9, 1, 10, 13, 21, 2, 29, 11, 14, 16, 18, 22, 25, 3, 30,
        8, 12, 20, 28, 15, 17, 24, 7, 19, 27, 23, 6, 26, 5, 4, 31,
    ];
#endif
}
