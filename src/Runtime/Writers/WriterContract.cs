namespace PooledGen;

/// <summary>The argument checks of the writer classes and the stream. The messages are those of <see cref="PooledWriter{T}"/>.</summary>
internal static class WriterContract
{
    public static void CheckSizeHint(BufferPool pool, string type, int sizeHint)
    {
        if (sizeHint < 0)
            WriterErrors.ThrowNegative($"{type} of {pool.Name}", sizeHint, nameof(sizeHint));
    }

    public static void CheckAdvance(BufferPool pool, string type, int count, int available)
    {
        if (count < 0)
            WriterErrors.ThrowNegative($"{type} of {pool.Name}", count, nameof(count));

        if (count > available)
            WriterErrors.ThrowAdvancedTooFar($"{type} of {pool.Name}", count, available);
    }

    public static void CheckSegmentLength(BufferPool pool, int segmentLength)
    {
        if (segmentLength < 1 || segmentLength > pool.MaxLength)
        {
            throw new ArgumentOutOfRangeException(
                nameof(segmentLength),
                segmentLength,
                $"The length of a segment of {pool.Name} is 1 to {pool.MaxLength}, the longest length that the pool keeps.");
        }
    }
}
