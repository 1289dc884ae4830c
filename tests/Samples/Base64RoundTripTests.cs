using Base64Tool;

namespace PooledGen.Samples.Tests;

/// <summary>What the encoder and the decoder make of good input, against Convert.</summary>
public class Base64RoundTripTests
{
    // The encoder's chunk has 14,592 bytes, the decoder's 16,384 characters for 12,288 bytes.
    public static TheoryData<int> LengthsAtChunkBorders { get; } =
        [12_287, 12_288, 12_289, 12_290, 14_591, 14_592, 14_593, 29_183, 29_184, 29_185, 36_863, 36_864, 36_865];

    [Theory]
    [InlineData(false, Base64FormattingOptions.None)]
    [InlineData(true, Base64FormattingOptions.InsertLineBreaks)]
    public void EveryShortLength_IsEncodedAndDecodedAsByConvert(bool wrap, Base64FormattingOptions format)
    {
        for (int length = 0; length <= 200; length++)
            AssertRoundTrip(length, wrap, format);
    }

    [Theory]
    [MemberData(nameof(LengthsAtChunkBorders))]
    public void LengthAtAChunkBorder_IsEncodedAndDecodedAsByConvert(int length)
    {
        AssertRoundTrip(length, wrap: false, Base64FormattingOptions.None);
        AssertRoundTrip(length, wrap: true, Base64FormattingOptions.InsertLineBreaks);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Decode_GroupsAndPaddingAcrossAChunkBorder_ArePutTogether(int shift)
    {
        byte[] data = Data(12_286); // 16,384 characters, the last two of them padding
        string text = new string(' ', shift) + Convert.ToBase64String(data);

        Assert.Equal(data, Decode(text, ignoreWhitespace: true));
    }

    [Fact]
    public void Decode_WhitespaceLongerThanAChunk_IsPassedOverEvenInsideAGroup()
    {
        string text = "QU" + new string('\n', 50_000) + "I\t=" + new string(' ', 20_000);

        Assert.Equal("AB"u8.ToArray(), Decode(text, ignoreWhitespace: true));
    }

    [Fact]
    public void Encode_InputThatComesInSmallPieces_IsTheSame()
    {
        byte[] data = Data(40_000);
        var output = new StringWriter();

        Encoder.Run(new Trickle(data), output, wrap: false, new ChunkCount());

        Assert.Equal(Convert.ToBase64String(data), output.ToString());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1_536)] // 2 KB of text
    public void Text_IsDecodedInOneCall(int length)
    {
        byte[] data = Data(length);
        string text = Convert.ToBase64String(data);
        using var bytes = ByteBuffer.Rent(Base64Text.MaxDecodedLength(text.Length));

        int decoded = Base64Text.Decode(text, bytes);

        Assert.Equal(data, bytes[..decoded].ToArray());
    }

    [Theory]
    [InlineData("QUJD!AAA")]
    [InlineData("QUJ")]
    [InlineData("QUJDé===")]
    [InlineData("QUJDQUJDQUJDQUJD")] // 12 bytes into 8
    public void Text_ThatCannotBeDecodedInOneCall_IsRefused(string text)
        => Assert.Throws<FormatException>(() => Base64Text.Decode(text, new byte[8]));

    private static void AssertRoundTrip(int length, bool wrap, Base64FormattingOptions format)
    {
        byte[] data = Data(length);
        var output = new StringWriter();

        Encoder.Run(new MemoryStream(data), output, wrap, new ChunkCount());

        Assert.Equal(Convert.ToBase64String(data, format), output.ToString());
        Assert.Equal(data, Decode(output.ToString(), ignoreWhitespace: wrap));
    }

    private static byte[] Decode(string text, bool ignoreWhitespace)
    {
        var output = new MemoryStream();
        Decoder.Run(new StringReader(text), output, ignoreWhitespace, new ChunkCount());
        return output.ToArray();
    }

    private static byte[] Data(int length)
    {
        byte[] data = new byte[length];
        new Random(length).NextBytes(data);
        return data;
    }

    /// <summary>Gives 1,000 bytes at a time, as a pipe may.</summary>
    private sealed class Trickle(byte[] data) : MemoryStream(data)
    {
        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, 1_000)]);
    }
}
