using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>Size-class arithmetic for generated code. Not meant to be called by hand.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class SizeClass
{
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
