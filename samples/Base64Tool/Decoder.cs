namespace Base64Tool;

/// <summary>Text in, bytes out.</summary>
public static class Decoder
{
    private const int ChunkLength = 16 * 1024;

    public static void Run(TextReader input, Stream output, bool ignoreWhitespace, ChunkCount count)
    {
        using var text = TextBuffer.Rent(ChunkLength);
        using var bytes = ByteBuffer.Rent(Base64Text.MaxDecodedLength(ChunkLength));

        var filter = new Base64Filter(ignoreWhitespace);
        int held = 0; // the start of a group of four whose rest comes with the next chunk
        while (input.ReadBlock(text[held..]) is > 0 and int read)
        {
            int length = held + filter.Apply(text.Slice(held, read));
            int whole = length - length % 4;
            int decoded = Base64Text.Decode(text[..whole], bytes);
            output.Write(bytes[..decoded]);

            text[whole..length].CopyTo(text);
            held = length - whole;
            count.Add(decoded);
        }

        filter.End();
    }
}
