using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Microsoft.Extensions.Logging;

namespace PooledGen.AspNetCore;

// A connection that is aborted, from the block that is too much to the last one that comes back:
// 1. ConnectionMemory.Rent gives each block, also the one that is above the limit, because Kestrel goes on with an HTTP/2 connection whose pool has thrown.
// 2. Charge then asks for Shed, on a thread of its own: Rent runs under locks of Kestrel, and Abort takes some of them.
// 3. Shed takes the connection that holds most for longest. TryLeave takes its bytes off what is charged, so that they abort no other connection, and Abort
//    closes its socket.
// 4. Kestrel ends the requests of the connection and returns its blocks. LimitedConnection.DisposeAsync takes the connection off the list.

/// <summary>A limit for the memory that the connections of a server hold together. The connection that holds most for longest is aborted first.</summary>
/// <remarks>All members may be used from any thread.</remarks>
internal sealed class MemoryLimit
{
    private static readonly Action<ILogger, string, string, long, string, Exception?> s_logShed = LoggerMessage.Define<string, string, long, string>(
        LogLevel.Warning,
        new EventId(1, "ConnectionShed"),
        "Connection {ConnectionId} of {EndPoint} was aborted. It held {Bytes} bytes. {Reason}");

    private readonly ConcurrentDictionary<ConnectionMemory, bool> _connections = [];
    private readonly long _maxBytes;
    private readonly long _maxBytesOfConnection;
    private readonly ILogger _logger;
    private readonly Counter<long> _shed;

    // The bytes of the connections that do not leave.
    private long _charged;
    private int _isShedding;

    public MemoryLimit(long maxBytes, long maxBytesOfConnection, ILogger logger, Meter meter)
    {
        _maxBytes = maxBytes;
        _maxBytesOfConnection = maxBytesOfConnection;
        _logger = logger;
        _shed = meter.CreateCounter<long>("pooledgen.connections.shed", "{connection}", "Connections that were aborted because of the limit.");
        meter.CreateObservableUpDownCounter("pooledgen.connections.limit", () => maxBytes, "By", "Bytes that the connections may hold together.");
        meter.CreateObservableUpDownCounter("pooledgen.connections.in_use", () => ChargedBytes, "By", "Bytes that the connections hold.");
        meter.CreateObservableUpDownCounter(
            "pooledgen.connections.leaving",
            () => _connections.Sum(static entry => entry.Key.LeavingBytes),
            "By",
            "Bytes that aborted connections have not returned yet.");
    }

    /// <summary>The limit.</summary>
    public long MaxBytes => _maxBytes;

    /// <summary>The bytes that count against the limit: those of connections that were not aborted.</summary>
    public long ChargedBytes => Interlocked.Read(ref _charged);

    public void Add(ConnectionMemory connection) => _connections.TryAdd(connection, true);

    public void Remove(ConnectionMemory connection)
    {
        connection.TryLeave(out _);
        _connections.TryRemove(connection, out _);
    }

    /// <summary>Charges bytes to a connection that does not leave. It never throws.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="bytesOfConnection">What the connection holds with them.</param>
    public void Charge(long bytes, long bytesOfConnection)
    {
        if (Interlocked.Add(ref _charged, bytes) > _maxBytes || bytesOfConnection > _maxBytesOfConnection)
            RequestShedding();
    }

    public void Release(long bytes) => Interlocked.Add(ref _charged, -bytes);

    private void RequestShedding()
    {
        if (Volatile.Read(ref _isShedding) != 0 || Interlocked.Exchange(ref _isShedding, 1) != 0)
            return;

        try
        {
            // Not in the thread pool, in which the work of all connections waits when a server has too much of it.
            new Thread(ShedAll) { IsBackground = true, Name = "PooledGen limit" }.UnsafeStart();
        }
        catch (Exception)
        {
            // Most likely there is no memory for the thread. The next charge tries again.
            Volatile.Write(ref _isShedding, 0);
        }
    }

    private void ShedAll()
    {
        try
        {
            do
            {
                while (NextToShed() is { } connection)
                    Shed(connection);

                // An exchange, because the look below must not move before it: a charge that comes meanwhile either starts a thread, or is seen here.
                Interlocked.Exchange(ref _isShedding, 0);
            }
            while (NextToShed() is not null && Interlocked.Exchange(ref _isShedding, 1) == 0);
        }
        catch (Exception)
        {
            // Memory ran out. On this thread the exception would end the process. The next charge tries again.
            Volatile.Write(ref _isShedding, 0);
        }
    }

    // The connection that holds too much for one. If all hold too much together, the one that holds most for longest. A client that reads a long response as
    // fast as it can holds as much as one that reads nothing, but most of its bytes are new.
    private ConnectionMemory? NextToShed()
    {
        bool isFull = ChargedBytes > _maxBytes;
        ConnectionMemory? worst = null;
        double most = 0;
        foreach (KeyValuePair<ConnectionMemory, bool> entry in _connections)
        {
            ConnectionMemory connection = entry.Key;
            long bytes = connection.ChargedBytes;
            if (bytes > _maxBytesOfConnection)
                return connection;

            // All bytes, if none come back; half of them, if as many come back in a second.
            double weight = (double)bytes * bytes / (bytes + connection.ReturnedInASecond);
            if (isFull && weight > most)
                (worst, most) = (connection, weight);
        }

        return worst;
    }

    private void Shed(ConnectionMemory connection)
    {
        // Since NextToShed looked, bytes may have come back, or the connection may have ended.
        long charged = ChargedBytes;
        bool isTooMuchForOne = connection.ChargedBytes > _maxBytesOfConnection;
        if ((charged <= _maxBytes && !isTooMuchForOne) || !connection.TryLeave(out long bytes))
            return;

        string reason = isTooMuchForOne
            ? $"The limit of one connection is {_maxBytesOfConnection}."
            : $"All {_connections.Count} connections held {charged} bytes, more than the limit of {_maxBytes}, and this one held most for longest.";
        try
        {
            // Before the log, because a logger may wait.
            connection.Abort($"It held {bytes} bytes. {reason}");
        }
        catch (Exception)
        {
            // A transport that cannot abort one connection must not keep the others from being aborted.
        }

        try
        {
            s_logShed(_logger, connection.ConnectionId, connection.EndPoint, bytes, reason, null);
            _shed.Add(1, new KeyValuePair<string, object?>("pooledgen.connections.endpoint", connection.EndPoint));
        }
        catch (Exception)
        {
            // A logger or a listener of the application has failed. The next connection is aborted all the same.
        }
    }
}
