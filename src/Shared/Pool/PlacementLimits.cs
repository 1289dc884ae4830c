namespace PooledGen;

/// <summary>The limits to where the elements of pinned and native buffers lie. The runtime and the generator both compile this file.</summary>
internal static class PlacementLimits
{
    /// <summary>The least alignment: that of the widest numbers, and what every allocator of native memory gives.</summary>
    public const int MinAlignment = 16;

    /// <summary>The largest alignment: the smallest page of any supported system, to which native memory is aligned without cost.</summary>
    public const int MaxAlignment = SmallestPage;

    /// <summary>The bytes of the smallest page that a supported system has. Some have larger ones.</summary>
    public const int SmallestPage = 4096;

    /// <summary>The bytes of the largest native buffer, whose elements a span can count whatever their size is.</summary>
    public const long MaxNativeBytes = 1L << 31;

    /// <summary>Whether the first element of every rental can lie at a multiple of a number of bytes. 0 asks for no alignment.</summary>
    public static bool IsAlignment(long bytes) => bytes is 0 or (>= MinAlignment and <= MaxAlignment) && (bytes & (bytes - 1)) == 0;
}
