namespace PooledGen;

/// <summary>How many free buffers may lie where. The generator prints these numbers into the header of every file that it emits.</summary>
internal static class Depths
{
    /// <summary>More cores than these share each other's slots.</summary>
    public const int MaxCores = 64;

    /// <summary>No stack is deeper: its slots lie inside of the object.</summary>
    public const int MaxThreadDepth = 32;

    /// <summary>One thread keeps at most about this many bytes of one size class.</summary>
    private const int ThreadBytesPerClass = 256 * 1024;

    /// <summary>How many free buffers of a class one thread keeps: fewer of the large ones, but at least one.</summary>
    public static int OnThread(long bufferBytes, int asked) => (int)Math.Max(1, Math.Min(asked, ThreadBytesPerClass / bufferBytes));

    /// <summary>
    /// How many batches of a class there is room for behind the threads, for each core; a batch is as long as a stack is deep. At the default
    /// depth that makes 32 buffers, as many as ArrayPool.Shared keeps a core.
    /// </summary>
    public static int BatchesPerCore(int depth) => depth == 1 ? 8 : 4;

    /// <summary>How many buffers that makes.</summary>
    public static int OnCore(int depth) => BatchesPerCore(depth) * depth;
}
