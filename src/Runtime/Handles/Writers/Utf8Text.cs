using System.Text;

namespace PooledGen;

/// <summary>Transcodes text to UTF-8 as <see cref="Encoding.UTF8"/> does: invalid UTF-16 becomes U+FFFD.</summary>
internal static class Utf8Text
{
    /// <summary>The most bytes that a UTF-16 code unit needs.</summary>
    public const int MaxBytesPerChar = 3;

    /// <summary>The number of bytes of a text in UTF-8.</summary>
    /// <param name="text">The text.</param>
    /// <returns>The number of bytes.</returns>
    /// <exception cref="OutOfMemoryException">The text has more bytes than an array can have.</exception>
    public static int GetByteCount(ReadOnlySpan<char> text)
    {
        try
        {
            return Count(text);
        }
        catch (ArgumentException exception)
        {
            // The encoding throws this exception for a count beyond int.
            throw new OutOfMemoryException(
                $"{text.Length} characters need more bytes of UTF-8 than an array can have: at most {ArrayLimits.MaxLength} bytes.", exception);
        }
    }

    private static int Count(ReadOnlySpan<char> text)
#if NET
        => Encoding.UTF8.GetByteCount(text);
#else
    {
        if (text.IsEmpty)
            return 0; // a pinned empty span is a null pointer, which the framework refuses

        unsafe
        {
            fixed (char* chars = text)
                return Encoding.UTF8.GetByteCount(chars, text.Length);
        }
    }
#endif

    /// <summary>Transcodes a text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="destination">The destination: at least <see cref="GetByteCount"/> bytes.</param>
    /// <returns>The number of bytes written.</returns>
    public static int GetBytes(ReadOnlySpan<char> text, Span<byte> destination)
#if NET
        => Encoding.UTF8.GetBytes(text, destination);
#else
    {
        if (text.IsEmpty)
            return 0;

        unsafe
        {
            fixed (char* chars = text)
            fixed (byte* bytes = destination)
                return Encoding.UTF8.GetBytes(chars, text.Length, bytes, destination.Length);
        }
    }
#endif
}
