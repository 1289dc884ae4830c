using System.Buffers;
using System.Text;

namespace PooledGen.Interop.Tests.Migrations.Page;

/// <summary>Rentals that end in the block that rents.</summary>
[Collection("PacketBuffer")] // they share a pool, and one compares its figures
public class BlockTests
{
    private const int ScratchLength = 1024;

    [ThreadStatic]
    private static char[]? t_scratch;

    [Theory]
    [InlineData(1)]
    [InlineData(1500)]
    [InlineData(100_000)]
    public void Array_OfABlock_GivesTheSame(int length)
    {
        byte[] source = Enumerable.Range(0, length).Select(static i => (byte)i).ToArray();

        int before = ChecksumBefore(new MemoryStream(source), length);
        int after = ChecksumAfter(new MemoryStream(source), length);

        Assert.Equal(Checksum(source), before);
        Assert.Equal(before, after);
        Assert.Equal(0, PacketBuffer.Pool.GetStatistics().MisuseCount);
    }

    [Theory]
    [InlineData("")]
    [InlineData("short")]
    [InlineData("longer than what the caller has on its stack, which is 256 bytes: 0123456789 0123456789 0123456789 0123456789 0123456789")]
    public void Array_BehindTheStack_GivesTheSame(string text)
    {
        Assert.Equal(Checksum(Encoding.UTF8.GetBytes(text)), TextChecksumBefore(text));
        Assert.Equal(TextChecksumBefore(text), TextChecksumAfter(text));
    }

    [Theory]
    [InlineData("plain")]
    [InlineData("with%20blanks%20and%25")]
    public void Array_ThatIsNotAlwaysNeeded_GivesTheSame(string encoded)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(encoded);
        long inUse = PacketBuffer.Pool.GetStatistics().InUse;

        Assert.Equal(Checksum(Encoding.UTF8.GetBytes(Uri.UnescapeDataString(encoded))), DecodedChecksumBefore(bytes));
        Assert.Equal(DecodedChecksumBefore(bytes), DecodedChecksumAfter(bytes));
        Assert.Equal(inUse, PacketBuffer.Pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-12345)]
    public void ThreadStaticField_GivesTheSame(int number)
    {
        Assert.Equal(FormatBefore(number), FormatAfter(number));
        Assert.NotNull(t_scratch);
    }

    private static int Checksum(ReadOnlySpan<byte> bytes)
    {
        int sum = 0;
        foreach (byte value in bytes)
            sum += value;

        return sum;
    }

    private static int ChecksumBefore(Stream stream, int length)
    {
        byte[] packet = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            int read = stream.Read(packet, 0, length);
            return Checksum(packet.AsSpan(0, read));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(packet);
        }
    }

    private static int ChecksumAfter(Stream stream, int length)
    {
        using var packet = PacketBuffer.Rent(length);
        int read = stream.Read(packet.Span);
        return Checksum(packet.Slice(0, read));
    }

    private static int TextChecksumBefore(string text)
    {
        int length = Encoding.UTF8.GetByteCount(text);

        byte[]? rented = null;
        Span<byte> bytes = length <= 256
            ? stackalloc byte[256]
            : (rented = ArrayPool<byte>.Shared.Rent(length));
        int written = Encoding.UTF8.GetBytes(text, bytes);
        int sum = Checksum(bytes[..written]);
        if (rented is not null)
            ArrayPool<byte>.Shared.Return(rented);

        return sum;
    }

    private static int TextChecksumAfter(string text)
    {
        int length = Encoding.UTF8.GetByteCount(text);

        using var bytes = PacketBuffer.Rent(length, stackalloc byte[256]);
        int written = Encoding.UTF8.GetBytes(text, bytes.Span);
        int sum = Checksum(bytes.Slice(0, written));

        return sum;
    }

    private static int DecodedChecksumBefore(ReadOnlySpan<byte> encoded)
    {
        byte[]? rented = null;
        ReadOnlySpan<byte> name = encoded;
        if (encoded.Contains((byte)'%'))
        {
            rented = ArrayPool<byte>.Shared.Rent(encoded.Length);
            name = rented.AsSpan(0, Decode(encoded, rented));
        }

        int sum = Checksum(name);
        if (rented is not null)
            ArrayPool<byte>.Shared.Return(rented);

        return sum;
    }

    private static int DecodedChecksumAfter(ReadOnlySpan<byte> encoded)
    {
        bool isEscaped = encoded.Contains((byte)'%');
        using PacketBuffer decoded = isEscaped ? PacketBuffer.Rent(encoded.Length) : default;
        ReadOnlySpan<byte> name = isEscaped ? decoded.Slice(0, Decode(encoded, decoded)) : encoded;
        int sum = Checksum(name);

        return sum;
    }

    // Percent encoding. Returns the number of bytes.
    private static int Decode(ReadOnlySpan<byte> encoded, Span<byte> decoded)
    {
        int count = 0;
        for (int i = 0; i < encoded.Length; i++)
        {
            if (encoded[i] != '%')
            {
                decoded[count++] = encoded[i];
                continue;
            }

            decoded[count++] = Convert.ToByte(Encoding.UTF8.GetString(encoded.Slice(i + 1, 2)), 16);
            i += 2;
        }

        return count;
    }

    private static string FormatBefore(int number)
    {
        char[] scratch = t_scratch ?? new char[ScratchLength];
        t_scratch = null; // a call inside this one needs another array
        try
        {
            number.TryFormat(scratch, out int written);
            return new string(scratch, 0, written);
        }
        finally
        {
            t_scratch = scratch;
        }
    }

    private static string FormatAfter(int number)
    {
        using var scratch = TextBuffer.Rent(ScratchLength);
        number.TryFormat(scratch.Span, out int written);
        return new string(scratch.Slice(0, written));
    }
}
