namespace PooledGen;

/// <summary>The argument checks of <see cref="PooledBufferWriter{T}"/> and the stream. The messages are those of <see cref="PooledWriter{T}"/>.</summary>
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
}
