using System.Buffers;
using System.Threading.Channels;

namespace PooledGen.Interop.Tests.Migrations.Framing;

/// <summary>The tests of the library, over a socket: the same before its migration and after it.</summary>
public abstract class FrameClientTests<TFrame>
    where TFrame : struct, IMemoryOwner<byte>
{
    protected abstract IFrameClient<TFrame> Create(Stream stream);

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 1)]
    [InlineData(100, 7)]
    [InlineData(10_000, 1000)]
    [InlineData(1_000_000, 64 * 1024)]
    public async Task Frame_SentAndEchoed_HasThePayload(int length, int piece)
    {
        await using var server = new EchoServer(piece);
        await using IFrameClient<TFrame> client = Create(await server.ConnectAsync());
        byte[] payload = Payload(length, seed: 1);

        Task sending = client.SendAsync("subject", payload).AsTask();
        using TFrame frame = await client.ReceiveAsync();
        await sending;

        Assert.Equal(payload, frame.Memory.ToArray());
    }

    [Fact]
    public async Task Frames_GivenToAnotherThread_KeepTheirPayloads()
    {
        const int Count = 500;
        await using var server = new EchoServer(1000);
        await using IFrameClient<TFrame> client = Create(await server.ConnectAsync());
        Channel<TFrame> frames = Channel.CreateBounded<TFrame>(10);

        Task sending = Task.Run(async () =>
        {
            for (int i = 0; i < Count; i++)
                await client.SendAsync($"subject.{i}", Payload(i, i));
        });
        Task receiving = Task.Run(async () =>
        {
            for (int i = 0; i < Count; i++)
                await frames.Writer.WriteAsync(await client.ReceiveAsync());
        });
        for (int i = 0; i < Count; i++)
        {
            using TFrame frame = await frames.Reader.ReadAsync();
            Assert.Equal(Payload(i, i), frame.Memory.ToArray());
        }

        await Task.WhenAll(sending, receiving);
    }

    [Fact]
    public async Task Receive_OfAStreamThatEndsInsideAFrame_Throws()
    {
        await using IFrameClient<TFrame> client = Create(new MemoryStream([0, 0, 0, 9, 1, 2]));

        await Assert.ThrowsAsync<EndOfStreamException>(async () => await client.ReceiveAsync());
    }

    private static byte[] Payload(int length, int seed)
    {
        byte[] payload = new byte[length];
        new Random(seed).NextBytes(payload);
        return payload;
    }
}

public class ArrayPoolFrameClientTests : FrameClientTests<ArrayPoolFrame>
{
    protected override IFrameClient<ArrayPoolFrame> Create(Stream stream) => new ArrayPoolFrameClient(stream);
}

public class PooledFrameClientTests : FrameClientTests<PooledOwner<byte>>, IAsyncLifetime
{
    public Task InitializeAsync() => Task.CompletedTask;

    // After each of the tests everything is back: what was sent and what was received.
    public Task DisposeAsync()
    {
        Assert.Equal((0, 0), (FrameBuffer.Pool.Statistics.InUse, FrameBuffer.Pool.Statistics.Misuse));
        return Task.CompletedTask;
    }

    protected override IFrameClient<PooledOwner<byte>> Create(Stream stream) => new PooledFrameClient(stream);
}
