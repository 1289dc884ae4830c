namespace PooledGen;

/// <summary>How long an array may be.</summary>
internal static class ArrayLimits
{
    /// <summary>What newer frameworks call <c>Array.MaxLength</c>.</summary>
    public const int MaxLength = 0x7FFFFFC7;

    /// <summary>Throws where one array cannot hold that many elements.</summary>
    public static void Check(long length)
    {
        if (length > MaxLength)
            throw new OutOfMemoryException($"{length} elements do not fit into one array.");
    }
}
