namespace PooledGen;

/// <summary>
/// The asynchronous writes of streams over memory: they complete synchronously, and the task reports exceptions, except for invalid arguments.
/// </summary>
internal static class CompletedWrites
{
    /// <summary>Implements <c>Stream.WriteAsync</c> of an array.</summary>
    /// <exception cref="ArgumentException">The part is not inside the array.</exception>
    public static Task Write(Stream stream, byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        PooledStream.CheckRange(buffer, offset, count);
        if (cancellationToken.IsCancellationRequested)
            return Task.FromCanceled(cancellationToken);

        try
        {
            stream.Write(buffer, offset, count);
            return Task.CompletedTask;
        }
        catch (Exception exception)
        {
            return Task.FromException(exception);
        }
    }

#if NET
    /// <summary>Implements <c>Stream.WriteAsync</c> of a memory.</summary>
    public static ValueTask Write(Stream stream, ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return ValueTask.FromCanceled(cancellationToken);

        try
        {
            stream.Write(buffer.Span);
            return default;
        }
        catch (Exception exception)
        {
            return ValueTask.FromException(exception);
        }
    }
#endif

    /// <summary>Implements <c>Stream.FlushAsync</c>: these streams have nothing to flush.</summary>
    public static Task Flush(CancellationToken cancellationToken)
        => cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken) : Task.CompletedTask;
}
