using System.Buffers;
using System.Net.Sockets;

namespace PooledGen.Bench.Tables.WorkingSet;

[PooledBuffer<byte>(MaxLength = 64 * 1024)]
internal partial struct ReadBlock;

internal readonly struct PooledBlocks : IBlocks
{
    public static async ValueTask<int> ReceiveAsync(Socket socket)
    {
        using PooledOwner<byte> block = ReadBlock.RentOwner(SocketReader.BlockLength);
        return await socket.ReceiveAsync(block.Memory);
    }
}

internal readonly struct ArrayPoolBlocks : IBlocks
{
    public static async ValueTask<int> ReceiveAsync(Socket socket)
    {
        byte[] block = ArrayPool<byte>.Shared.Rent(SocketReader.BlockLength);
        try
        {
            return await socket.ReceiveAsync(block.AsMemory(0, SocketReader.BlockLength));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
        }
    }
}
