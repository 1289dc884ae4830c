namespace PooledGen;

/// <summary>What every writer refuses, and with which words.</summary>
internal static class WriterContract
{
    public static void CheckSizeHint(int sizeHint)
    {
        if (sizeHint < 0)
            throw new ArgumentOutOfRangeException(nameof(sizeHint), sizeHint, "A size hint is 0 or more.");
    }

    public static void CheckAdvance(int count, int available)
    {
        if (count < 0)
            throw new ArgumentOutOfRangeException(nameof(count), count, "A writer cannot advance backwards.");

        if (count > available)
            throw new InvalidOperationException($"Cannot advance by {count}: the memory that was handed out ends after {available}.");
    }

    public static void CheckSegmentLength(int segmentLength, int maxLength)
    {
        if (segmentLength < 1 || segmentLength > maxLength)
        {
            throw new ArgumentOutOfRangeException(
                nameof(segmentLength), segmentLength, $"A segment's length is 1 to {maxLength}, the longest length that the pool keeps.");
        }
    }
}
