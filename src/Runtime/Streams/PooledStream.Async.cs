namespace PooledGen;

/// <summary>The asynchronous members. All complete at once; what fails is reported by the task, except for bad arguments.</summary>
public sealed partial class PooledStream
{
    // The last result is often the next one too: reading in blocks allocates one task in all.
    private Task<int>? _lastRead;

    /// <summary>Reads bytes at the position, which moves behind them.</summary>
    /// <param name="buffer">The array.</param>
    /// <param name="offset">Where the first byte goes.</param>
    /// <param name="count">How many at most.</param>
    /// <param name="cancellationToken">Whether to report cancellation instead.</param>
    /// <returns>A completed task: how many there were, 0 at the end.</returns>
    /// <exception cref="ArgumentException">The part is not inside the array.</exception>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        CheckRange(buffer, offset, count);
        if (cancellationToken.IsCancellationRequested)
            return Task.FromCanceled<int>(cancellationToken);

        try
        {
            int read = Read(new Span<byte>(buffer, offset, count));
            Task<int>? last = _lastRead;
            return last is not null && last.Result == read ? last : _lastRead = Task.FromResult(read);
        }
        catch (Exception exception)
        {
            return Task.FromException<int>(exception);
        }
    }

    /// <summary>Writes bytes at the position, which moves behind them.</summary>
    /// <param name="buffer">The array.</param>
    /// <param name="offset">The first byte to write.</param>
    /// <param name="count">How many.</param>
    /// <param name="cancellationToken">Whether to report cancellation instead.</param>
    /// <returns>A completed task.</returns>
    /// <exception cref="ArgumentException">The part is not inside the array.</exception>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        CheckRange(buffer, offset, count);
        if (cancellationToken.IsCancellationRequested)
            return Task.FromCanceled(cancellationToken);

        try
        {
            Write(new ReadOnlySpan<byte>(buffer, offset, count));
            return Task.CompletedTask;
        }
        catch (Exception exception)
        {
            return Task.FromException(exception);
        }
    }

#if NET
    /// <summary>Reads bytes at the position, which moves behind them.</summary>
    /// <param name="buffer">Where they go.</param>
    /// <param name="cancellationToken">Whether to report cancellation instead.</param>
    /// <returns>A completed task: how many there were, 0 at the end.</returns>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return ValueTask.FromCanceled<int>(cancellationToken);

        try
        {
            return new ValueTask<int>(Read(buffer.Span));
        }
        catch (Exception exception)
        {
            return ValueTask.FromException<int>(exception);
        }
    }

    /// <summary>Writes bytes at the position, which moves behind them.</summary>
    /// <param name="buffer">What to write.</param>
    /// <param name="cancellationToken">Whether to report cancellation instead.</param>
    /// <returns>A completed task.</returns>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return ValueTask.FromCanceled(cancellationToken);

        try
        {
            Write(buffer.Span);
            return default;
        }
        catch (Exception exception)
        {
            return ValueTask.FromException(exception);
        }
    }
#endif
}
