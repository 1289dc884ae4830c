using System.Buffers;
using System.Buffers.Text;
using System.Text;

namespace Base64Tool;

/// <summary>The fast way from Base64 in a string to bytes.</summary>
public static class Base64Text
{
    /// <summary>How many bytes the text stands for, or a few more where it has padding or white space.</summary>
    public static int MaxDecodedLength(int textLength) => Base64.GetMaxDecodedFromUtf8Length(textLength);

    /// <summary>Decodes a whole text into a buffer of at least <see cref="MaxDecodedLength"/> bytes.</summary>
    /// <remarks>
    /// The framework decodes with vector instructions from UTF-8 but not from UTF-16, and not in place. Base64 is ASCII, so one vectorised
    /// pass makes the one of the other; a pooled buffer makes the copy cheap.
    /// </remarks>
    /// <returns>How many bytes were written.</returns>
    /// <exception cref="FormatException">The text is no Base64, or longer than the buffer.</exception>
    public static int Decode(ReadOnlySpan<char> text, Span<byte> bytes)
    {
        using var ascii = ByteBuffer.Rent(text.Length);
        if (Ascii.FromUtf16(text, ascii, out _) == OperationStatus.Done
            && Base64.DecodeFromUtf8(ascii, bytes, out _, out int written) == OperationStatus.Done)
        {
            return written;
        }

        throw new FormatException("This is no Base64 text, or it is longer than the buffer.");
    }
}
