using System.Buffers;

namespace PooledGen.Interop.Tests.Migrations.Framing;

/// <summary>What both versions of the client do. A frame is a rented copy of a payload, and its receiver disposes it.</summary>
public interface IFrameClient<TFrame> : IAsyncDisposable
    where TFrame : struct, IMemoryOwner<byte>
{
    ValueTask SendAsync(string subject, ReadOnlyMemory<byte> payload);

    /// <exception cref="EndOfStreamException">The other end is closed.</exception>
    ValueTask<TFrame> ReceiveAsync();
}
