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
