using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>The options of a pool, as emitted code passes them. Generated code only.</summary>
/// <remarks>
/// Fields are only added, so that older emitted code still binds, and a field of 0 means the default. <see cref="Name"/>, <see cref="ThreadStacks"/> and
/// <see cref="MaxLength"/> have none, and <see cref="MaxRetainedBytes"/> of 0 is a limit, so emitted code sets these four. They are fields and not properties,
/// because a first rental would compile each accessor.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct PoolOptions
{
    /// <summary>The annotated type's name, for messages and statistics.</summary>
    public string Name;

    /// <summary>The annotated type's thread-static field.</summary>
    public ThreadStacks ThreadStacks;

    /// <summary>The smallest size class: 1 to 2^30, rounded up to a power of two or <see cref="MaxLength"/>.</summary>
    public int MinLength;

    /// <summary>The longest pooled length.</summary>
    public int MaxLength;

    /// <summary>The number of size classes from one power of two to the next: 1, 2 or 4.</summary>
    public int SizeClassesPerDoubling;

    /// <summary>The number of free buffers of a class that a thread keeps: 1 to 32. Threads keep no native buffers.</summary>
    public int MaxBuffersPerThread;

    /// <summary>The most bytes that the pool may retain.</summary>
    public long MaxRetainedBytes;

    /// <summary>The policy for longer requests.</summary>
    public OversizePolicy Oversize;

    /// <summary>The policy for clearing elements.</summary>
    public ClearPolicy Clear;

#if NET
    /// <summary>Where the elements lie.</summary>
    public BufferStorage Storage;

    /// <summary>The alignment of the first element in bytes: a power of two from 16 to 4096; 0 for none.</summary>
    public int Alignment;

#endif
    /// <summary>Puts the defaults in the place of zeros, and checks all options except for the name and the field.</summary>
    /// <returns>Null if they are right.</returns>
    // Inlined, so that a first rental compiles one method less if the JIT optimises at once.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ArgumentOutOfRangeException? Complete()
    {
        if (MinLength == 0)
            MinLength = OptionRanges.DefaultMinLength;
        if (SizeClassesPerDoubling == 0)
            SizeClassesPerDoubling = OptionRanges.DefaultSizeClassesPerDoubling;
        if (MaxBuffersPerThread == 0)
            MaxBuffersPerThread = OptionRanges.DefaultMaxBuffersPerThread;

        // The usual values are checked without a call, because a first rental compiles each method.
        return MaxLength is >= 1 and <= ArrayLimits.MaxLength
            && MinLength is >= 1 and <= OptionRanges.GreatestMinLength
            && SizeClassesPerDoubling == OptionRanges.DefaultSizeClassesPerDoubling
            && MaxBuffersPerThread is >= 1 and <= Depths.MaxThreadDepth
            && MaxRetainedBytes >= 0
            && Oversize is OversizePolicy.Allocate
            && Clear is ClearPolicy.Auto
#if NET
            && Storage is BufferStorage.Array
            && Alignment == 0
#endif
            ? null
            : Refusal();
    }

    private readonly ArgumentOutOfRangeException? Refusal()
    {
        PoolOption option;
        long value;
        string? range = OptionRanges.Requirement(option = PoolOption.MaxLength, value = MaxLength)
            ?? OptionRanges.Requirement(option = PoolOption.MinLength, value = MinLength)
            ?? OptionRanges.Requirement(option = PoolOption.SizeClassesPerDoubling, value = SizeClassesPerDoubling)
            ?? OptionRanges.Requirement(option = PoolOption.MaxBuffersPerThread, value = MaxBuffersPerThread)
            ?? OptionRanges.Requirement(option = PoolOption.MaxRetainedBytes, value = MaxRetainedBytes)
            ?? OptionRanges.Requirement(option = PoolOption.Oversize, value = (int)Oversize)
#if NET
            ?? OptionRanges.Requirement(option = PoolOption.Storage, value = (int)Storage)
            ?? OptionRanges.Requirement(option = PoolOption.Alignment, value = Alignment)
#endif
            ?? OptionRanges.Requirement(option = PoolOption.Clear, value = (int)Clear);
        if (range is null)
            return null;

        // As a parameter is written: maxLength is one of an array pool. The others are its options, and the message names them.
        string parameter = char.ToLowerInvariant(option.ToString()[0]) + option.ToString().Substring(1);
        return new ArgumentOutOfRangeException(parameter, value, $"The {option} of {Name} is {value}; it must be {range}.");
    }
}
