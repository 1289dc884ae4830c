using PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

namespace PooledGen.Analyzers.Tests.BugCorpus.Bugs;

/// <summary>An array goes back while an asynchronous operation still reads or writes it.</summary>
internal static class ReturnsDuringAsyncWork
{
    public static IEnumerable<Bug> All =>
    [
        new(5, "dotnet/runtime#68956, dotnet/runtime#66818, dotnet/runtime#65455",
            "disposing `SslStream` during the handshake returned the buffers that the handshake was using")
        {
            Raw =
            [
                new NotCovered("`Dispose` and the handshake are two methods",
                    """
                    public sealed class Handshake(Stream stream) : IDisposable
                    {
                        private byte[]? _frame = ArrayPool<byte>.Shared.Rent(4096);

                        public async Task<int> ReadAsync() => await stream.ReadAsync(_frame.AsMemory(0, 4096));

                        public void Dispose()
                        {
                            byte[]? frame = Interlocked.Exchange(ref _frame, null);
                            if (frame is not null)
                                ArrayPool<byte>.Shared.Return(frame);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new DoesNotCompile("CS8345",
                    """
                    public sealed class Handshake(Stream stream) : IDisposable
                    {
                        private PacketBuffer _frame; // <--

                        public int Read() => stream.Read(_frame.Span);

                        public void Dispose() => _frame.Dispose();
                    }
                    """),
            ],
        },
        new(6, "dotnet/runtime#117207", "disposing an HTTP/3 stream beside its send and receive tasks returned arrays that they could still write to")
        {
            Raw =
            [
                new NotCovered("the tasks belong to other methods",
                    """
                    public sealed class Request(Stream stream) : IAsyncDisposable
                    {
                        private byte[]? _send = ArrayPool<byte>.Shared.Rent(4096);
                        private Task _sending = Task.CompletedTask;

                        public void Start() => _sending = stream.WriteAsync(_send!, 0, 4096);

                        public async ValueTask DisposeAsync()
                        {
                            byte[]? send = Interlocked.Exchange(ref _send, null);
                            if (send is not null)
                                ArrayPool<byte>.Shared.Return(send);

                            await _sending;
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new DoesNotCompile("CS8345",
                    """
                    public sealed class Request(Stream stream)
                    {
                        private PacketBuffer _send; // <--

                        public void Send() => stream.Write(_send.Span);
                    }
                    """),
                new Diagnosed("PG0108",
                    """
                    public static async Task SendAsync(Stream stream, byte[] data)
                    {
                        PooledOwner<byte> send = PacketBuffer.RentOwner(data.Length);
                        data.CopyTo(send.Span);
                        Task sending = stream.WriteAsync(send.Memory).AsTask();
                        send.Dispose(); // <--
                        await sending;
                    }
                    """),
            ],
        },
        new(13, "dotnet/blazor#1666", "a render batch's buffers were used again before SignalR had serialised them")
        {
            Raw =
            [
                new Diagnosed("PG0202",
                    """
                    public static async Task RenderAsync(Stream circuit, ReadOnlyMemory<byte> html)
                    {
                        byte[] batch = ArrayPool<byte>.Shared.Rent(html.Length);
                        html.CopyTo(batch);
                        Task send = circuit.WriteAsync(batch, 0, html.Length);
                        ArrayPool<byte>.Shared.Return(batch);
                        await send; // <--
                    }
                    """),
            ],
            PooledGen =
            [
                new DoesNotCompile("CS1503",
                    """
                    public static async Task RenderAsync(Stream circuit, byte[] html)
                    {
                        using var batch = PacketBuffer.Rent(html.Length);
                        html.CopyTo(batch);
                        await circuit.WriteAsync(batch); // <--
                    }
                    """),
                new Diagnosed("PG0108",
                    """
                    public static Task RenderAsync(Stream circuit, byte[] html)
                    {
                        using PooledOwner<byte> batch = PacketBuffer.RentOwner(html.Length);
                        html.CopyTo(batch.Span);
                        return circuit.WriteAsync(batch.Memory).AsTask(); // <--
                    }
                    """),
            ],
        },
        new(14, "OpenRIAServices/OpenRiaServices#553", "a missing `await` returned a response while it was still being written; other clients got parts of it")
        {
            Raw =
            [
                new Diagnosed("PG0202",
                    """
                    public static async Task RespondAsync(Stream stream, ReadOnlyMemory<byte> message)
                    {
                        byte[] response = ArrayPool<byte>.Shared.Rent(message.Length);
                        try
                        {
                            message.CopyTo(response);
                            _ = stream.WriteAsync(response.AsMemory(0, message.Length)).AsTask(); // <--
                            await stream.FlushAsync();
                        }
                        finally
                        {
                            ArrayPool<byte>.Shared.Return(response);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new DoesNotCompile("CS4007",
                    """
                    public static async Task RespondAsync(Stream stream, byte[] message)
                    {
                        using var response = PacketBuffer.Rent(message.Length); // <--
                        message.CopyTo(response);
                        await stream.FlushAsync();
                    }
                    """),
                new Diagnosed("PG0108",
                    """
                    public static async Task RespondAsync(Stream stream, byte[] message)
                    {
                        PooledOwner<byte> response = PacketBuffer.RentOwner(message.Length);
                        try
                        {
                            message.CopyTo(response.Span);
                            _ = stream.WriteAsync(response.Memory); // <--
                            await stream.FlushAsync();
                        }
                        finally
                        {
                            response.Dispose();
                        }
                    }
                    """),
            ],
        },
    ];
}
