using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The size classes of a pool, from <see cref="MinLength"/> up: powers of two, and between two of them none, one or three more at equal distances. The last
/// class is cut down to <see cref="MaxLength"/>. The generator compiles this same file, so that the emitted arithmetic and the pool cannot disagree.
/// </summary>
internal readonly struct SizeClasses
{
    /// <param name="minLength">The smallest class. It is rounded up to a power of two that allows whole elements between the following classes.</param>
    /// <param name="maxLength">The longest pooled length.</param>
    /// <param name="perDoubling">The number of classes from one power of two to the next: 1, 2 or 4.</param>
    public SizeClasses(int minLength, int maxLength, int perDoubling = 1)
    {
        MaxLength = maxLength;
        Bits = perDoubling / 2;

        // Class 0 holds at least 2 elements: a class of 1 needs a second formula. So do steps below one element.
        Shift = SizeClass.Log2(Math.Max(minLength, 2 << Bits) - 1);
        Mask = (2 << Shift) - 1;
        Offset = (Shift << Bits) + (2 << Bits) - 1;
        Count = Of(maxLength) + 1;
    }

    public readonly int Count;

    public readonly int MaxLength;

    public int MinLength => Length(0);

    /// <summary>The value that is subtracted from the logarithm, so that the smallest class is class 0.</summary>
    public readonly int Shift;

    /// <summary>
    /// The bits that are or-ed to the length less one (with finer classes its lower bound), so that all shorter lengths share the smallest class.
    /// </summary>
    public readonly int Mask;

    /// <summary>The number of bits after the highest one that select the class: 0, 1 or 2.</summary>
    public readonly int Bits;

    /// <summary>The value that is subtracted from <see cref="SizeClass.Finer"/>, likewise.</summary>
    public readonly int Offset;

    /// <summary>Whether the last class is whole, so that a length above the maximum has no class at all.</summary>
    public bool EndsAtAClass => Of(MaxLength + 1) == Count;

    public int Of(int length)
        => Bits == 0 ? SizeClass.Log2(unchecked(length - 1) | Mask) - Shift : SizeClass.Finer(length, Mask, Bits) - Offset;

    // A single method, because a first rental compiles it.
    public int Length(int sizeClass)
    {
        // Class 0 is the last step of the doubling that ends with its power of two.
        int step = sizeClass + Offset - (1 << Bits);
        int log = step >> Bits;
        long steps = (step & ((1 << Bits) - 1)) + (1 << Bits) + 1;
        return (int)Math.Min(steps << (log - Bits), MaxLength);
    }
}
