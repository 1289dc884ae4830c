using System.Buffers;
using Grpc.Core;

namespace PooledGen.Interop.Tests;

/// <summary>A gRPC service with a method of each of the four kinds. Its messages are plain bytes.</summary>
[BindServiceMethod(typeof(GrpcCalls), nameof(Bind))]
public class GrpcCalls
{
    private static readonly Marshaller<byte[]> s_bytes = new(
        static (message, context) =>
        {
            context.GetBufferWriter().Write(message);
            context.Complete();
        },
        static context => context.PayloadAsReadOnlySequence().ToArray());

    public static Method<byte[], byte[]> UnaryMethod { get; } = Describe(MethodType.Unary, nameof(Unary));

    public static Method<byte[], byte[]> ClientStreamMethod { get; } = Describe(MethodType.ClientStreaming, nameof(ClientStream));

    public static Method<byte[], byte[]> ServerStreamMethod { get; } = Describe(MethodType.ServerStreaming, nameof(ServerStream));

    public static Method<byte[], byte[]> DuplexMethod { get; } = Describe(MethodType.DuplexStreaming, nameof(Duplex));

    public static void Bind(ServiceBinderBase binder, GrpcCalls? service)
    {
        binder.AddMethod(UnaryMethod, service is null ? null! : new UnaryServerMethod<byte[], byte[]>(service.Unary));
        binder.AddMethod(ClientStreamMethod, service is null ? null! : new ClientStreamingServerMethod<byte[], byte[]>(service.ClientStream));
        binder.AddMethod(ServerStreamMethod, service is null ? null! : new ServerStreamingServerMethod<byte[], byte[]>(service.ServerStream));
        binder.AddMethod(DuplexMethod, service is null ? null! : new DuplexStreamingServerMethod<byte[], byte[]>(service.Duplex));
    }

    public virtual Task<byte[]> Unary(byte[] request, ServerCallContext context) => Task.FromResult(request);

    public virtual async Task<byte[]> ClientStream(IAsyncStreamReader<byte[]> requests, ServerCallContext context)
    {
        int received = 0;
        await foreach (byte[] request in requests.ReadAllAsync(context.CancellationToken))
            received += request.Length;

        return BitConverter.GetBytes(received);
    }

    /// <summary>Sends messages without end. The request is one byte, their length in thousands.</summary>
    public virtual async Task ServerStream(byte[] request, IServerStreamWriter<byte[]> responses, ServerCallContext context)
    {
        byte[] message = new byte[request[0] * 1000];
        while (true)
        {
            await responses.WriteAsync(message, context.CancellationToken);
            await Task.Delay(100, context.CancellationToken);
        }
    }

    public virtual async Task Duplex(IAsyncStreamReader<byte[]> requests, IServerStreamWriter<byte[]> responses, ServerCallContext context)
    {
        await foreach (byte[] request in requests.ReadAllAsync(context.CancellationToken))
            await responses.WriteAsync(request, context.CancellationToken);
    }

    private static Method<byte[], byte[]> Describe(MethodType kind, string name) => new(kind, "Calls", name, s_bytes, s_bytes);
}

/// <summary>What the server maps: the binder looks for the methods in a class below the one that describes them.</summary>
public class GrpcService : GrpcCalls;
