using System.Net.WebSockets;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>The browser's remote control: commands over a WebSocket, one after the other.</summary>
internal sealed class DevTools
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly ClientWebSocket _socket = new();
    private readonly List<(string? Session, string Message)> _complaints = [];
    private int _lastId;

    public static async Task<DevTools> ConnectAsync(Uri address)
    {
        var devTools = new DevTools();
        using var limit = new CancellationTokenSource(s_patience);
        await devTools._socket.ConnectAsync(address, limit.Token);
        return devTools;
    }

    /// <summary>Sends a command and waits for its result.</summary>
    /// <param name="method">Its name.</param>
    /// <param name="parameters">Its arguments.</param>
    /// <param name="session">The page that it is for; none for the browser itself.</param>
    public async Task<JsonObject> SendAsync(string method, JsonObject? parameters = null, string? session = null)
    {
        int id = ++_lastId;
        var command = new JsonObject { ["id"] = id, ["method"] = method, ["params"] = parameters ?? [] };
        if (session is not null)
            command["sessionId"] = session;

        using var limit = new CancellationTokenSource(s_patience);
        await _socket.SendAsync(JsonSerializer.SerializeToUtf8Bytes(command), WebSocketMessageType.Text, endOfMessage: true, limit.Token);
        while (true)
        {
            JsonObject message = await ReceiveAsync(limit.Token);
            if ((int?)message["id"] != id)
                Note(message);
            else if (message["error"] is { } error)
                throw new InvalidOperationException($"{method}: {error.ToJsonString()}");
            else
                return message["result"]!.AsObject();
        }
    }

    /// <summary>A page's script errors, and what the browser reports as an error, such as a blocked file.</summary>
    public IEnumerable<string> Complaints(string session)
        => from complaint in _complaints where complaint.Session == session select complaint.Message;

    /// <summary>Ends the browser.</summary>
    public async Task CloseAsync()
    {
        await SendAsync("Browser.close");
        _socket.Dispose();
    }

    private async Task<JsonObject> ReceiveAsync(CancellationToken cancellation)
    {
        using var message = new MemoryStream();
        byte[] part = new byte[64 * 1024];
        WebSocketReceiveResult received;
        do
        {
            received = await _socket.ReceiveAsync(part, cancellation);
            message.Write(part, 0, received.Count);
        }
        while (!received.EndOfMessage);

        return JsonNode.Parse(message.ToArray())!.AsObject();
    }

    private void Note(JsonObject message)
    {
        if ((string?)message["method"] == "Runtime.exceptionThrown" || (string?)message["params"]?["entry"]?["level"] == "error")
            _complaints.Add(((string?)message["sessionId"], message.ToJsonString()));
    }
}
