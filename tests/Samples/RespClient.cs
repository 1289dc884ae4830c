using System.Net;
using System.Net.Sockets;
using System.Text;

namespace PooledGen.Samples.Tests;

/// <summary>A client of RespServer that sees each byte. One character stands for one byte.</summary>
internal sealed class RespClient : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly TcpClient _client = new() { NoDelay = true };

    private RespClient()
    {
    }

    public static async Task<RespClient> Connect(IPEndPoint address)
    {
        var client = new RespClient();
        await client._client.ConnectAsync(address).WaitAsync(s_patience);
        return client;
    }

    /// <summary>A command as a program sends it.</summary>
    public static string Command(params string[] arguments)
        => $"*{arguments.Length}\r\n{string.Concat(arguments.Select(static argument => $"${argument.Length}\r\n{argument}\r\n"))}";

    public async Task Send(string text) => await _client.GetStream().WriteAsync(Encoding.Latin1.GetBytes(text)).AsTask().WaitAsync(s_patience);

    /// <summary>Reads so many bytes; fewer if the server closes the connection before.</summary>
    public async Task<string> Read(int length)
    {
        byte[] bytes = new byte[length];
        int read = await _client.GetStream().ReadAtLeastAsync(bytes, length, throwOnEndOfStream: false).AsTask().WaitAsync(s_patience);
        return Encoding.Latin1.GetString(bytes, 0, read);
    }

    /// <summary>Reads until the server closes the connection.</summary>
    public async Task<string> ReadToEnd()
    {
        using var reader = new StreamReader(_client.GetStream(), Encoding.Latin1);
        return await reader.ReadToEndAsync().WaitAsync(s_patience);
    }

    /// <summary>Sends a command, and reads as many bytes as the expected reply has.</summary>
    public async Task AssertReply(string expected, params string[] arguments)
    {
        await Send(Command(arguments));
        Assert.Equal(expected, await Read(expected.Length));
    }

    public void Dispose() => _client.Dispose();
}
