namespace PooledGen;

/// <summary>How much stays behind where. The generator prints these numbers into the header of every file that it emits.</summary>
internal static class Retention
{
    /// <summary>More cores than these share each other's slots.</summary>
    public const int MaxCores = 64;

    /// <summary>A core's slots hold this many chains of a size class: 32 buffers at the default depth, as many as ArrayPool.Shared keeps a core.</summary>
    public const int ChainsPerCore = 8;

    /// <summary>One thread keeps at most about this many bytes of one size class.</summary>
    private const int ThreadBytesPerClass = 256 * 1024;

    /// <summary>How many free buffers of a class one thread keeps: fewer of the large ones, but at least one.</summary>
    public static int ThreadDepth(long bufferBytes, int asked) => (int)Math.Max(1, Math.Min(asked, ThreadBytesPerClass / bufferBytes));

    /// <summary>A chain is half a stack: that makes its atomic exchange cheap, and the thread keeps some to go on with.</summary>
    public static int LongestChain(int depth) => Math.Max(1, depth / 2);
}
