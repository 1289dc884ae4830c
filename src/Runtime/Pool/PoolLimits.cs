namespace PooledGen;

/// <summary>The limit to the length of an array.</summary>
internal static class ArrayLimits
{
    /// <summary>The longest array: <c>Array.MaxLength</c> on newer frameworks.</summary>
    public const int MaxLength = 0x7FFFFFC7;

    /// <summary>Throws if one array cannot hold that many elements.</summary>
    public static void Check(long length)
    {
        if (length > MaxLength)
            throw new OutOfMemoryException($"{length} elements do not fit into one array.");
    }
}

/// <summary>The limits to the free buffers of a thread and of a core. The generator prints these numbers into the header of every file that it emits.</summary>
internal static class Depths
{
    /// <summary>The number of cores with slots of their own. Further cores share these slots.</summary>
    public const int MaxCores = 64;

    /// <summary>The greatest depth of a stack, whose slots lie inside the object.</summary>
    public const int MaxThreadDepth = 32;

    /// <summary>One thread keeps at most about this many bytes of one size class.</summary>
    private const int ThreadBytesPerClass = 256 * 1024;

    /// <summary>The number of free buffers of a class that one thread keeps: fewer of the large ones, but at least one.</summary>
    public static int OnThread(long bufferBytes, int asked) => (int)Math.Max(1, Math.Min(asked, ThreadBytesPerClass / bufferBytes));

    /// <summary>
    /// The largest number of batches of a class in the core tier, for each core; a batch has as many nodes as a stack is deep. They make 32 buffers, as
    /// many as ArrayPool.Shared keeps per core: a burst that finds its buffers there must find them here, large ones too. Deeper stacks have four batches.
    /// </summary>
    public static int BatchesPerCore(int depth) => Math.Max(4, 32 / depth);

    /// <summary>The number of buffers in those batches.</summary>
    public static int OnCore(int depth) => BatchesPerCore(depth) * depth;
}

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
    public static bool IsAlignment(int bytes) => bytes is 0 or (>= MinAlignment and <= MaxAlignment) && (bytes & (bytes - 1)) == 0;
}
