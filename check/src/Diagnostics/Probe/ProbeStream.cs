namespace PooledGen.Diagnostics;

/// <summary>The stream of a run: gives the input, takes all that is written, and disturbs both at the place of the run. Safe for use by many threads.</summary>
/// <param name="input">The input.</param>
/// <param name="run">The run.</param>
internal sealed class ProbeStream(ReadOnlyMemory<byte> input, ProbeRun run) : Stream
{
    // Cancelled at the beginning of Dispose, whose end is the other one.
    private readonly CancellationTokenSource _closing = new();
    private readonly TaskCompletionSource _disposed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // Also guards the bytes of the run.
    private readonly object _gate = new();

    private enum Step
    {
        Done,
        Throws,
        Stalls,
    }

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override bool CanSeek => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer) => Read(buffer, out int count) == Step.Done ? count : throw Fail();

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return ValueTask.FromCanceled<int>(cancellationToken);

        return Read(buffer.Span, out int count) switch
        {
            Step.Done => ValueTask.FromResult(count),
            Step.Throws => ValueTask.FromException<int>(Fail()),
            _ => new ValueTask<int>(ReadLaterAsync(buffer, cancellationToken)),
        };
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        => ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (Write(buffer.Length) != Step.Done)
            throw Fail();
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return ValueTask.FromCanceled(cancellationToken);

        return Write(buffer.Length) switch
        {
            Step.Done => ValueTask.CompletedTask,
            Step.Throws => ValueTask.FromException(Fail()),
            _ => new ValueTask(WriteLaterAsync(cancellationToken)),
        };
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        => WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override void Flush()
    {
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        _closing.Cancel();
        _disposed.TrySetResult();
    }

    private IOException Fail() => new($"The stream of PoolProbe {(run.Mode == PoolProbeMode.Stall ? "stalls" : "throws")} after {run.Place} bytes.");

    private Step Read(Span<byte> buffer, out int count)
    {
        ThrowIfDisposed();
        return ReadCore(buffer, out count);
    }

    private Step ReadCore(Span<byte> buffer, out int count)
    {
        lock (_gate)
        {
            // An empty read gets nothing, wherever it is.
            int room = run.Mode is PoolProbeMode.End or PoolProbeMode.ByteByByte ? run.Place - run.BytesRead : Room;
            if (room <= 0 && buffer.Length > 0)
            {
                count = 0;
                return Reach();
            }

            int most = run.Mode == PoolProbeMode.ByteByByte ? 1 : buffer.Length;
            count = Math.Min(Math.Min(most, room), input.Length - run.BytesRead);
            input.Span.Slice(run.BytesRead, count).CopyTo(buffer);
            if (run.Mode == PoolProbeMode.WrongByte && run.Place >= run.BytesRead && run.Place < run.BytesRead + count)
            {
                buffer[run.Place - run.BytesRead] ^= 0xFF;
                run.Reach();
            }

            run.CountBytes(read: count, written: 0);
            if (run.Mode == PoolProbeMode.ByteByByte && run.BytesRead == run.Place)
                run.Reach();

            return Step.Done;
        }
    }

    private Step Write(int count)
    {
        ThrowIfDisposed();
        lock (_gate)
        {
            int room = Math.Max(Room, 0);
            run.CountBytes(read: 0, written: Math.Min(count, room));
            return count <= room ? Step.Done : Reach();
        }
    }

    // How many bytes may pass before the stream throws or stalls.
    private int Room => run.Mode == PoolProbeMode.Throw || (run.Mode == PoolProbeMode.Stall && !PeerGoesOn) ? run.Place - run.BytesMoved : int.MaxValue;

    private bool PeerGoesOn => run.End.IsCompleted || _closing.IsCancellationRequested;

    private Step Reach()
    {
        run.Reach();
        return run.Mode switch
        {
            PoolProbeMode.Throw => Step.Throws,
            PoolProbeMode.Stall => Step.Stalls,
            _ => Step.Done,
        };
    }

    // A peer that answers late writes into the buffer, whose owner may have given it away: after the run, or in the stream's Dispose.
    private async Task<int> ReadLaterAsync(Memory<byte> buffer, CancellationToken token)
    {
        int count = 0;
        using (_closing.Token.UnsafeRegister(_ => ReadCore(buffer.Span, out count), null))
            await WaitForThePeerAsync(reads: 1, writes: 0, token).ConfigureAwait(false);

        if (!_closing.IsCancellationRequested)
            ReadCore(buffer.Span, out count);

        return count;
    }

    private async Task WriteLaterAsync(CancellationToken token)
    {
        await WaitForThePeerAsync(reads: 0, writes: 1, token).ConfigureAwait(false);
        ThrowIfDisposed();
    }

    private async Task WaitForThePeerAsync(int reads, int writes, CancellationToken token)
    {
        run.CountWaits(reads, writes);
        try
        {
            await Task.WhenAny(run.End, _disposed.Task).WaitAsync(token).ConfigureAwait(false);
        }
        finally
        {
            run.CountWaits(-reads, -writes);
        }
    }

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_closing.IsCancellationRequested, this);
}
