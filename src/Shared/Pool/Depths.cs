namespace PooledGen;

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
