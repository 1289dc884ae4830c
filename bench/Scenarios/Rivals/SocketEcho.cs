using System.Net.Sockets;

namespace PooledGen.Bench.Scenarios.Rivals;

/// <summary>Gives back what was written to it, through two connected sockets of this process. What was written can be read at once.</summary>
internal sealed class SocketEcho : Stream
{
    private readonly NetworkStream _near;
    private readonly NetworkStream _far;

    public SocketEcho()
    {
        string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen();
        var near = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        near.Connect(new UnixDomainSocketEndPoint(path));
        _near = new NetworkStream(near, ownsSocket: true);
        _far = new NetworkStream(listener.Accept(), ownsSocket: true);
        File.Delete(path);
    }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => _far.ReadAsync(buffer, cancellationToken);

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        => _near.WriteAsync(buffer, cancellationToken);

    public override int Read(byte[] buffer, int offset, int count) => _far.Read(buffer, offset, count);

    public override void Write(byte[] buffer, int offset, int count) => _near.Write(buffer, offset, count);

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
