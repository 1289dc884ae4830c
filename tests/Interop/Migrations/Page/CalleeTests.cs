using System.Buffers;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Threading.Channels;

namespace PooledGen.Interop.Tests.Migrations.Page;

/// <summary>Rentals that other code gets: callees of arrays, asynchronous code, callers of a public API.</summary>
[Collection("PacketBuffer")] // they share a pool, and one compares its figures
public class CalleeTests
{
    [Fact]
    public void Callee_OfAnArray_GetsTheSame() => Assert.Equal(HashBefore([1, 2, 3]), HashAfter([1, 2, 3]));

    [Fact]
    public async Task AsyncMethod_GivesTheSame()
    {
        byte[] source = [.. Enumerable.Range(0, 10_000).Select(static i => (byte)i)];
        MemoryStream before = new(), after = new();

        await CopyBefore(new MemoryStream(source), before);
        await CopyAfter(new MemoryStream(source), after);

        Assert.Equal(source, before.ToArray());
        Assert.Equal(source, after.ToArray());
    }

    [Fact]
    public async Task Queue_OfMessages_GivesTheSame()
    {
        Channel<(byte[] Array, int Length)> before = Channel.CreateUnbounded<(byte[] Array, int Length)>();
        Channel<PooledOwner<byte>> after = Channel.CreateUnbounded<PooledOwner<byte>>();
        PostBefore(before.Writer, [1, 2, 3]);
        PostAfter(after.Writer, [1, 2, 3]);

        Assert.Equal(6, await SumBefore(before.Reader));
        Assert.Equal(6, await SumAfter(after.Reader));
    }

    [Fact]
    public void Queue_ThatIsFull_LosesNoRental()
    {
        var queue = new FullQueue();

        PostAfter(queue, [1, 2, 3]);

        Assert.Throws<ObjectDisposedException>(() => queue.Refused.Span.Clear());
    }

    // docs/migrating.md says how much larger the state of an asynchronous method becomes.
    [Fact]
    public void Owner_HasTwentyFourBytes() => Assert.Equal(24, Unsafe.SizeOf<PooledOwner<byte>>());

    [Fact]
    public void PublicApi_WithAPoolOfItsOwnOrTheCallers_GivesTheSame()
    {
        byte[] message = [3, 7, 8, 9];

        Assert.Equal(new Before.MessageReader().Sum(message), new After.MessageReader().Sum(message));
        Assert.Equal(24, new After.MessageReader(ArrayPool<byte>.Create()).Sum(message));
        using PooledOwner<byte> owner = new After.MessageReader().Read(message);
        byte[] array = new After.MessageReader().Read(message, out int length);
        Assert.Equal(owner.ToArray(), array.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(array);
    }

    private static byte[] HashBefore(ReadOnlySpan<byte> message)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

        byte[] array = ArrayPool<byte>.Shared.Rent(message.Length);
        message.CopyTo(array);
        hash.AppendData(array, 0, message.Length);
        ArrayPool<byte>.Shared.Return(array);

        return hash.GetHashAndReset();
    }

    private static byte[] HashAfter(ReadOnlySpan<byte> message)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

        using var buffer = PacketBuffer.Rent(message.Length);
        message.CopyTo(buffer);
        ArraySegment<byte> array = buffer.DangerousGetArray();
        hash.AppendData(array.Array!, array.Offset, array.Count);

        return hash.GetHashAndReset();
    }

    private static async Task CopyBefore(Stream source, Stream target)
    {
        byte[] chunk = ArrayPool<byte>.Shared.Rent(4096);
        try
        {
            while (await source.ReadAsync(chunk.AsMemory(0, 4096)) is > 0 and int read)
                await target.WriteAsync(chunk.AsMemory(0, read));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(chunk);
        }
    }

    private static async Task CopyAfter(Stream source, Stream target)
    {
        using PooledOwner<byte> chunk = PacketBuffer.RentOwner(4096);
        Memory<byte> memory = chunk.Memory;
        while (await source.ReadAsync(memory) is > 0 and int read)
            await target.WriteAsync(memory[..read]);
    }

    private static void PostBefore(ChannelWriter<(byte[] Array, int Length)> queue, ReadOnlySpan<byte> message)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(message.Length);
        message.CopyTo(array);
        queue.TryWrite((array, message.Length));
    }

    private static async Task<int> SumBefore(ChannelReader<(byte[] Array, int Length)> queue)
    {
        (byte[] array, int length) = await queue.ReadAsync();
        int sum = array.AsSpan(0, length).ToArray().Sum(static value => value);
        ArrayPool<byte>.Shared.Return(array);
        return sum;
    }

    private static void PostAfter(ChannelWriter<PooledOwner<byte>> queue, ReadOnlySpan<byte> message)
    {
        using var packet = PacketBuffer.Rent(message.Length);
        message.CopyTo(packet);
        PooledOwner<byte> owner = packet.Detach();
        if (!queue.TryWrite(owner))
            owner.Dispose();
    }

    private static async Task<int> SumAfter(ChannelReader<PooledOwner<byte>> queue)
    {
        using PooledOwner<byte> packet = await queue.ReadAsync();
        return packet.ToArray().Sum(static value => value);
    }

    private sealed class FullQueue : ChannelWriter<PooledOwner<byte>>
    {
        public PooledOwner<byte> Refused { get; private set; }

        public override bool TryWrite(PooledOwner<byte> item)
        {
            Refused = item;
            return false;
        }

        public override ValueTask<bool> WaitToWriteAsync(CancellationToken cancellationToken = default) => new(true);
    }
}
