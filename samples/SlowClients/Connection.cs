using System.Net.Sockets;
using System.Threading.Channels;
using PooledGen;

namespace SlowClients;

/// <summary>A client that gets each update, in order. Updates wait in a queue while it does not read.</summary>
internal sealed class Connection(Socket socket, IConnectionLimit limit)
{
    private readonly Channel<PooledOwner<byte>> _updates = Channel.CreateUnbounded<PooledOwner<byte>>(new() { SingleReader = true });

    /// <summary>Queues a copy of an update. A client that has no room for it is too slow, and is disconnected.</summary>
    /// <returns>Whether the client stays connected.</returns>
    public bool TryQueue(ReadOnlySpan<byte> update)
    {
        if (!limit.TryRent(update.Length, out PooledOwner<byte> copy))
        {
            Disconnect();
            return false;
        }

        update.CopyTo(copy.Span);
        if (_updates.Writer.TryWrite(copy))
            return true;

        limit.Return(copy); // the client has left
        return false;
    }

    /// <summary>Ends the connection. <see cref="SendAsync"/> then returns what waits. Any thread may call it, more than once.</summary>
    public void Disconnect()
    {
        _updates.Writer.TryComplete();
        socket.Dispose();
    }

    /// <summary>Sends the updates until the client leaves or is disconnected, and returns all that were queued.</summary>
    public async Task SendAsync()
    {
        try
        {
            await foreach (PooledOwner<byte> update in _updates.Reader.ReadAllAsync())
                await SendAndReturnAsync(update);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The client is gone, or was too slow.
        }
        finally
        {
            // First: nothing is queued after what is returned here.
            Disconnect();
            while (_updates.Reader.TryRead(out PooledOwner<byte> update))
                limit.Return(update);
        }
    }

    private async Task SendAndReturnAsync(PooledOwner<byte> update)
    {
        try
        {
            for (int sent = 0; sent < update.Length;)
                sent += await socket.SendAsync(update.Memory[sent..]);
        }
        finally
        {
            limit.Return(update);
        }
    }
}
