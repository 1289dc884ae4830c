using System.Buffers;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace PooledGen.AspNetCore;

/// <summary>The memory of one connection: each block that it rents is charged to a <see cref="MemoryLimit"/>, and none is refused.</summary>
internal sealed class ConnectionMemory(MemoryLimit limit) : MemoryPool<byte>, IMemoryPoolFeature
{
    // The lowest bit of _state.
    private const long Uncounted = 1;

    private MemoryPool<byte> _blocks = Shared;
    private ConnectionContext? _connection;

    // Twice the bytes that are rented, and whether they count: one word, so that each byte is charged and released once, whatever comes first. They count from
    // the moment at which the limit knows the connection, because it would abort another one for them before.
    private long _state = Uncounted;

    private readonly ReturnRate _returned = new();

    /// <summary>The bytes that count against the limit.</summary>
    public long ChargedBytes => Interlocked.Read(ref _state) is var state && (state & Uncounted) == 0 ? state >> 1 : 0;

    /// <summary>The bytes that do not count: of an aborted connection, or of one that was just accepted.</summary>
    public long LeavingBytes => Interlocked.Read(ref _state) is var state && (state & Uncounted) != 0 ? state >> 1 : 0;

    /// <summary>About how many bytes come back in a second.</summary>
    public long ReturnedInASecond => _returned.InASecond(Second);

    public string ConnectionId => _connection!.ConnectionId;

    /// <summary>The address to which the client has connected.</summary>
    public string EndPoint => _connection!.LocalEndPoint?.ToString() ?? "unknown";

    /// <summary>Longer blocks are charged, too. A pipe rents those that are above this from the shared array pool.</summary>
    public override int MaxBufferSize => Array.MaxLength;

    MemoryPool<byte> IMemoryPoolFeature.MemoryPool => this;

    /// <summary>Binds the memory to its connection, whose bytes count from now on. The transport has rented blocks before.</summary>
    public void BelongTo(ConnectionContext connection, MemoryPool<byte> blocks)
    {
        _connection = connection;
        _blocks = blocks;
        limit.Add(this);
        long bytes = Interlocked.And(ref _state, ~Uncounted) >> 1;
        limit.Charge(bytes, bytes);
    }

    public override IMemoryOwner<byte> Rent(int minBufferSize = -1) => Rent(_blocks, minBufferSize);

    /// <summary>Rents a block of another pool.</summary>
    public IMemoryOwner<byte> Rent(MemoryPool<byte> pool, int minBufferSize)
        => new ChargedBlock(this, KestrelBlocks.PoolFor(pool, minBufferSize), minBufferSize);

    /// <summary>From now on its bytes do not count against the limit.</summary>
    /// <param name="bytes">The bytes that counted.</param>
    /// <returns>Whether they counted before.</returns>
    public bool TryLeave(out long bytes)
    {
        long state = Interlocked.Or(ref _state, Uncounted);
        bytes = state >> 1;
        if ((state & Uncounted) != 0)
            return false;

        limit.Release(bytes);
        return true;
    }

    public void Abort(string reason) => _connection!.Abort(new ConnectionAbortedException($"The server has too little memory for this connection. {reason}"));

    protected override void Dispose(bool disposing)
    {
    }

    private void Charge(int bytes)
    {
        long state = Interlocked.Add(ref _state, 2L * bytes);
        if ((state & Uncounted) == 0)
            limit.Charge(bytes, state >> 1);
    }

    private void Release(int bytes)
    {
        _returned.Note(Second, bytes);
        if ((Interlocked.Add(ref _state, -2L * bytes) & Uncounted) == 0)
            limit.Release(bytes);
    }

    private static long Second => Environment.TickCount64 / 1000;

    private sealed class ChargedBlock : IMemoryOwner<byte>
    {
        private readonly ConnectionMemory _connection;
        private IMemoryOwner<byte>? _block;

        public ChargedBlock(ConnectionMemory connection, MemoryPool<byte> pool, int minBufferSize)
        {
            _connection = connection;
            _block = pool.Rent(minBufferSize);
            connection.Charge(_block.Memory.Length);
        }

        public Memory<byte> Memory => _block is { } block ? block.Memory : throw new ObjectDisposedException(nameof(IMemoryOwner<>));

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _block, null) is not { } block)
                return;

            _connection.Release(block.Memory.Length);
            block.Dispose();
        }
    }
}
