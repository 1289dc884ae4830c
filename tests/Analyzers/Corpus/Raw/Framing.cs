using System;
using System.Buffers;
using System.Buffers.Binary;
using System.IO;
using System.Text;
using System.Threading.Tasks;

namespace Corpus.Raw;

internal sealed class Frame(byte[] array, int length) : IDisposable
{
    private byte[]? _array = array;

    public ReadOnlySpan<byte> Payload => _array.AsSpan(0, length);

    public void Dispose()
    {
        byte[]? array = _array;
        _array = null;
        if (array is not null)
            ArrayPool<byte>.Shared.Return(array);
    }
}

internal sealed class FrameReader(Stream stream)
{
    // The caller owns what the frame holds.
    public Frame Read()
    {
        Span<byte> header = stackalloc byte[4];
        stream.ReadExactly(header);
        int length = BinaryPrimitives.ReadInt32BigEndian(header);
        byte[] payload = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            stream.ReadExactly(payload, 0, length);
        }
        catch
        {
            ArrayPool<byte>.Shared.Return(payload);
            throw;
        }

        return new Frame(payload, length);
    }

    public ReadOnlyMemory<byte> ReadPayload(int length)
    {
        byte[] payload = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            stream.ReadExactly(payload, 0, length);
            return payload.AsMemory(0, length); // PG0202
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(payload);
        }
    }

    public int ReadKind(int length)
    {
        byte[] frame = ArrayPool<byte>.Shared.Rent(length); // PG0204
        stream.ReadExactly(frame, 0, length);
        ArrayPool<byte>.Shared.Return(frame);
        return frame[0]; // PG0202
    }

    public async Task<string> ReadTextAsync(int length)
    {
        byte[] frame = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            await stream.ReadExactlyAsync(frame, 0, length).ConfigureAwait(false);
            return Encoding.UTF8.GetString(frame); // PG0205
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(frame);
        }
    }

    // The caller gives it back. The documentation says so, and no code shows it.
    public byte[] ReadRented(int length)
    {
        byte[] frame = ArrayPool<byte>.Shared.Rent(length); // PG0204?
        stream.ReadExactly(frame, 0, length);
        return frame;
    }

    public int Checksum(int length)
    {
        byte[] frame = ReadRented(length); // beyond one frame: PG0203
        int sum = 0;
        for (int i = 0; i < length; i++)
            sum += frame[i];

        return sum;
    }

    public void Write(ReadOnlySpan<byte> payload)
    {
        int length = payload.Length + 4;
        byte[]? rented = null;
        try
        {
            Span<byte> frame = length <= 256 ? stackalloc byte[256] : (rented = ArrayPool<byte>.Shared.Rent(length));
            BinaryPrimitives.WriteInt32BigEndian(frame, payload.Length);
            payload.CopyTo(frame[4..]);
            stream.Write(frame[..length]);
        }
        finally
        {
            if (rented != null)
                ArrayPool<byte>.Shared.Return(rented);
        }
    }

    public bool TryReadChunk(int length, out int checksum)
    {
        byte[] chunk = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            int read = stream.ReadAtLeast(chunk.AsSpan(0, length), length, throwOnEndOfStream: false);
            if (read < length)
            {
                ArrayPool<byte>.Shared.Return(chunk);
                checksum = 0;
                return false;
            }

            checksum = Sum(chunk.AsSpan(0, length));
            return true;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(chunk); // PG0218
        }
    }

    private static int Sum(ReadOnlySpan<byte> bytes)
    {
        int sum = 0;
        foreach (byte value in bytes)
            sum += value;

        return sum;
    }
}
