using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>Size-class arithmetic for generated code. Not meant to be called by hand.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class SizeClass
{
    /// <summary>The position of the highest set bit of <paramref name="value"/>, 0 for 0.</summary>
    /// <param name="value">Any value.</param>
    /// <returns>0 to 31.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Log2(uint value)
#if NET
        => System.Numerics.BitOperations.Log2(value);
#else
    {
        // Fill all bits below the highest, then hash the 32 possible results (de Bruijn sequence).
        value |= value >> 1;
        value |= value >> 2;
        value |= value >> 4;
        value |= value >> 8;
        value |= value >> 16;
        return s_deBruijn[(int)(unchecked(value * 0x07C4ACDDu) >> 27)];
    }

    private static readonly byte[] s_deBruijn =
    [
        0, 9, 1, 10, 13, 21, 2, 29, 11, 14, 16, 18, 22, 25, 3, 30,
        8, 12, 20, 28, 15, 17, 24, 7, 19, 27, 23, 6, 26, 5, 4, 31,
    ];
#endif
}
