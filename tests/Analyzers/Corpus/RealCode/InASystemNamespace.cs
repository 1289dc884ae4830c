using System.Buffers;

namespace System.Corpus.RealCode;

// A namespace's name says nothing of who wrote the code.
internal sealed class Document
{
    private readonly ReadOnlyMemory<byte> _utf8;
    private byte[]? _rented;

    private Document(ReadOnlyMemory<byte> utf8, byte[] rented)
    {
        _utf8 = utf8;
        _rented = rented;
    }

    public int Length => _utf8.Length;

    public static Document Parse(ReadOnlySequence<byte> utf8)
    {
        int length = (int)utf8.Length;
        byte[] rented = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            utf8.CopyTo(rented.AsSpan());
            return Parse(rented.AsMemory(0, length), rented);
        }
        catch
        {
            ArrayPool<byte>.Shared.Return(rented);
            throw;
        }
    }

    private static Document Parse(ReadOnlyMemory<byte> utf8, byte[] rented) => new(utf8, rented);

    public void Dispose()
    {
        byte[]? rented = _rented;
        _rented = null;
        if (rented != null)
            ArrayPool<byte>.Shared.Return(rented);
    }
}
