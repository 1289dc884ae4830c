namespace PooledGen;

/// <summary>The argument checks of the writer classes and the stream. The messages are those of <see cref="PooledWriter{T}"/>.</summary>
internal static class WriterContract
{
    public static void CheckSizeHint(int sizeHint)
    {
        if (sizeHint < 0)
            WriterErrors.ThrowNegative(sizeHint, nameof(sizeHint));
    }

    public static void CheckAdvance(int count, int available)
    {
        if (count < 0)
            WriterErrors.ThrowNegative(count, nameof(count));

        if (count > available)
            WriterErrors.ThrowAdvancedTooFar(count, available);
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
