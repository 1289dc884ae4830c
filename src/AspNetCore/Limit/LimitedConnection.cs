using System.Buffers;
using System.IO.Pipelines;
using System.Net;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;

namespace PooledGen.AspNetCore;

/// <summary>A connection whose blocks are charged to a limit until Kestrel disposes it.</summary>
internal sealed class LimitedConnection : ConnectionContext
{
    private readonly ConnectionContext _connection;
    private readonly ConnectionMemory _memory;
    private readonly MemoryLimit _limit;

    public LimitedConnection(ConnectionContext connection, ConnectionMemory memory, MemoryLimit limit)
    {
        _connection = connection;
        _memory = memory;
        _limit = limit;
        MemoryPool<byte> pool = connection.Features.Get<IMemoryPoolFeature>()?.MemoryPool ?? MemoryPool<byte>.Shared;
        memory.BelongTo(connection, pool is LimitedMemoryPool charging ? charging.Blocks : pool);
        connection.Features.Set<IMemoryPoolFeature>(memory);
        connection.Transport = new DuplexPipe(connection.Transport.Input, new ChargingWriter(connection.Transport.Output, memory));
    }

    public override string ConnectionId
    {
        get => _connection.ConnectionId;
        set => _connection.ConnectionId = value;
    }

    public override IFeatureCollection Features => _connection.Features;

    public override IDictionary<object, object?> Items
    {
        get => _connection.Items;
        set => _connection.Items = value;
    }

    public override IDuplexPipe Transport
    {
        get => _connection.Transport;
        set => _connection.Transport = value;
    }

    public override CancellationToken ConnectionClosed
    {
        get => _connection.ConnectionClosed;
        set => _connection.ConnectionClosed = value;
    }

    public override EndPoint? LocalEndPoint
    {
        get => _connection.LocalEndPoint;
        set => _connection.LocalEndPoint = value;
    }

    public override EndPoint? RemoteEndPoint
    {
        get => _connection.RemoteEndPoint;
        set => _connection.RemoteEndPoint = value;
    }

    public override void Abort() => _connection.Abort();

    public override void Abort(ConnectionAbortedException abortReason) => _connection.Abort(abortReason);

    public override async ValueTask DisposeAsync()
    {
        try
        {
            await _connection.DisposeAsync();
        }
        finally
        {
            _limit.Remove(_memory);
        }
    }

    private sealed record DuplexPipe(PipeReader Input, PipeWriter Output) : IDuplexPipe;

    // The pool of the transport does not know for whom it rents, but it does so within these calls, on the same thread.
    private sealed class ChargingWriter(PipeWriter output, ConnectionMemory memory) : PipeWriter
    {
        public override bool CanGetUnflushedBytes => output.CanGetUnflushedBytes;

        public override long UnflushedBytes => output.UnflushedBytes;

        public override Memory<byte> GetMemory(int sizeHint = 0)
        {
            ConnectionMemory? outer = LimitedMemoryPool.Writing;
            LimitedMemoryPool.Writing = memory;
            try
            {
                return output.GetMemory(sizeHint);
            }
            finally
            {
                LimitedMemoryPool.Writing = outer;
            }
        }

        public override Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

        public override void Advance(int bytes) => output.Advance(bytes);

        // WriteAsync of the base class calls the three members above and this one.
        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) => output.FlushAsync(cancellationToken);

        public override void CancelPendingFlush() => output.CancelPendingFlush();

        public override void Complete(Exception? exception = null) => output.Complete(exception);

        public override ValueTask CompleteAsync(Exception? exception = null) => output.CompleteAsync(exception);
    }
}
