using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The size classes of a pool: powers of two from <see cref="MinLength"/> up; the last is cut down to <see cref="MaxLength"/>.
/// The generator compiles this same file, so that the emitted arithmetic and the pool cannot disagree.
/// </summary>
internal readonly struct SizeClasses
{
    public SizeClasses(int minLength, int maxLength)
    {
        MaxLength = maxLength;

        // A class of one element would need a second formula, for the one bit that it saves.
        Shift = SizeClass.Log2(Math.Max(minLength, 2) - 1);
        Mask = (2 << Shift) - 1;
        Count = Of(maxLength) + 1;
    }

    public readonly int Count;

    public readonly int MaxLength;

    public int MinLength => Length(0);

    /// <summary>Subtracted from the logarithm: the smallest class is class 0.</summary>
    public readonly int Shift;

    /// <summary>Or-ed to the length less one: all lengths below the smallest class share it.</summary>
    public readonly int Mask;

    /// <summary>Whether the last class is a whole power of two, so that a length above the maximum has no class at all.</summary>
    public bool EndsAtPowerOfTwo => 2L << (Shift + Count - 1) == MaxLength;

    public int Of(int length) => SizeClass.Log2(unchecked(length - 1) | Mask) - Shift;

    public int Length(int sizeClass) => (int)Math.Min(2L << (Shift + sizeClass), MaxLength);
}
