using System.Net;
using System.Net.Sockets;

namespace PooledGen.Bench.Tables.WorkingSet;

/// <summary>How a reader gets its blocks.</summary>
internal interface IBlocks
{
    /// <summary>Receives once into a rented block.</summary>
    /// <returns>How many bytes came; 0 at the end.</returns>
    static abstract ValueTask<int> ReceiveAsync(Socket socket);
}

/// <summary>Sixteen connections; each receives 32 MB in blocks of 16 KB, each block rented for one receive.</summary>
internal static class SocketReader
{
    public const int BlockLength = 16 * 1024;

    private const int Connections = 16;
    private const int BlocksToSend = 2048;

    public static async Task Run<TBlocks>()
        where TBlocks : IBlocks
    {
        using var listener = new TcpListener(IPAddress.Loopback, port: 0);
        listener.Start();
        var work = new List<Task>();
        for (int i = 0; i < Connections; i++)
        {
            var sender = new TcpClient();
            await sender.ConnectAsync((IPEndPoint)listener.LocalEndpoint);
            Socket receiver = await listener.AcceptSocketAsync();
            work.Add(Send(sender));
            work.Add(Receive<TBlocks>(receiver));
        }

        await Task.WhenAll(work);
    }

    private static async Task Send(TcpClient sender)
    {
        using TcpClient ending = sender;
        byte[] block = new byte[BlockLength];
        for (int i = 0; i < BlocksToSend; i++)
            await sender.Client.SendAsync(block);
    }

    private static async Task Receive<TBlocks>(Socket receiver)
        where TBlocks : IBlocks
    {
        using Socket ending = receiver;
        while (await TBlocks.ReceiveAsync(receiver) > 0)
        {
        }
    }
}
