namespace PooledGen;

/// <summary>The options of a pool, by their names on the attribute.</summary>
internal enum PoolOption
{
    MaxLength,
    Length,
    MinLength,
    SizeClassesPerDoubling,
    MaxBuffersPerThread,
    MaxRetainedBytes,
    Oversize,
    Storage,
    Alignment,
    Clear,
}

/// <summary>The default of each option, and the values that it may have. The runtime and the generator both compile this file.</summary>
internal static class OptionRanges
{
    /// <summary>A size class is a power of two or the maximum, so this is the greatest length of a pool with one size class.</summary>
    public const int GreatestMinLength = 1 << 30;

    public const int DefaultMinLength = 16;
    public const int DefaultSizeClassesPerDoubling = 1;
    public const int DefaultMaxBuffersPerThread = 8;

    /// <summary>The default of an option that has one which depends on nothing else; 0 for an option that is off or has its first value.</summary>
    public static long DefaultOf(PoolOption option) => option switch
    {
        PoolOption.MinLength => DefaultMinLength,
        PoolOption.SizeClassesPerDoubling => DefaultSizeClassesPerDoubling,
        PoolOption.MaxBuffersPerThread => DefaultMaxBuffersPerThread,
        PoolOption.MaxRetainedBytes => long.MaxValue,
        _ => 0,
    };

    /// <summary>Says what a value must be, to follow "it must be"; null if it is right.</summary>
    // One method, because a first rental compiles it.
    public static string? Requirement(PoolOption option, long value) => option switch
    {
        PoolOption.MaxLength => value is >= 1 and <= ArrayLimits.MaxLength ? null : $"1 to {ArrayLimits.MaxLength}, the length of the longest array",
        PoolOption.Length or PoolOption.MinLength => value is >= 1 and <= GreatestMinLength ? null : $"1 to {GreatestMinLength}",

        // The size class is computed from the highest bits of a length.
        PoolOption.SizeClassesPerDoubling => value is 1 or 2 or 4 ? null : "1, 2 or 4",

        // A deeper stack would have slots beyond the end of its object.
        PoolOption.MaxBuffersPerThread => value is >= 1 and <= Depths.MaxThreadDepth ? null : $"1 to {Depths.MaxThreadDepth}",
        PoolOption.MaxRetainedBytes => value >= 0 ? null : "0 or more",
        PoolOption.Oversize => value is 0 or 1 ? null : "a value of OversizePolicy: Allocate or Throw",
        PoolOption.Storage => value is >= 0 and <= 2 ? null : "a value of BufferStorage: Array, Pinned or Native",

        // 0 first, so that a first rental does not compile IsAlignment.
        PoolOption.Alignment => value == 0 || PlacementLimits.IsAlignment(value)
            ? null
            : $"a power of two from {PlacementLimits.MinAlignment} to {PlacementLimits.MaxAlignment}, or 0 for none",
        PoolOption.Clear => value is >= 0 and <= 3 ? null : "a value of ClearPolicy: Auto, Never, OnReturn or OnRent",
        _ => throw new ArgumentOutOfRangeException(nameof(option)),
    };
}
