namespace Base64Tool;

/// <summary>Bytes in, text out.</summary>
public static class Encoder
{
    private const int BytesPerLine = 57; // 76 characters
    private const int LinesPerChunk = 256;
    private const int CharactersPerLine = 76 + 2; // with the line end

    public static void Run(Stream input, TextWriter output, bool wrap, ChunkCount count)
    {
        // Whole lines are whole groups of 3 bytes too, so that every chunk can be encoded by itself.
        using var bytes = ByteBuffer.Rent(LinesPerChunk * BytesPerLine);
        using var text = TextBuffer.Rent(LinesPerChunk * CharactersPerLine);

        Base64FormattingOptions format = wrap ? Base64FormattingOptions.InsertLineBreaks : Base64FormattingOptions.None;
        while (input.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false) is > 0 and int read)
        {
            // Convert ends all lines but the last, so that is up to us between two chunks.
            if (wrap && count.Chunks > 0)
                output.Write("\r\n");

            Convert.TryToBase64Chars(bytes[..read], text, out int written, format);
            output.Write(text[..written]);
            count.Add(read);
        }
    }
}
