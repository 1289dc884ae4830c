using Base64Tool;

namespace PooledGen.Samples.Tests;

/// <summary>What the decoder says about bad input.</summary>
public class Base64FaultTests
{
    [Theory]
    [InlineData("QUJD!AAA", "U+0021 at position 4 is no Base64 character.")]
    [InlineData("é", "U+00E9 at position 0 is no Base64 character.")]
    [InlineData("QUJD-_-_", "U+002D at position 4 is no Base64 character.")] // the alphabet for URLs
    [InlineData("QUJD\nQUJD", "White space at position 4: --ignore-whitespace passes over it.")]
    [InlineData("Q", "The text ends at position 1, with 1 of a group's 4 characters.")]
    [InlineData("QUJDQQ=", "The text ends at position 7, with 3 of a group's 4 characters.")]
    [InlineData("=", "'=' at position 0 is no padding: it is character 1 of its group of 4.")]
    [InlineData("QUJDQ===", "'=' at position 5 is no padding: it is character 2 of its group of 4.")]
    [InlineData("QUJD=", "'=' at position 4 is no padding: it is character 1 of its group of 4.")]
    [InlineData("QQ===", "'=' at position 4 is no padding: it is character 1 of its group of 4.")]
    [InlineData("QQ==QUJD", "'Q' at position 4 follows the padding.")]
    [InlineData("QQ=Q", "'Q' at position 3 follows the padding.")]
    [InlineData("QR==", "'R' before the padding at position 2 says more than whole bytes.")]
    [InlineData("QUJ=", "'J' before the padding at position 3 says more than whole bytes.")]
    public void BadText_IsRefusedWithItsPosition(string text, string message)
        => Assert.Equal(message, Refusal(text, ignoreWhitespace: false));

    [Theory]
    [InlineData("QU JD\r\nQ?", "U+003F at position 8 is no Base64 character.")]
    [InlineData("QQ= =\r\nQ", "'Q' at position 7 follows the padding.")]
    [InlineData(" QUJ\n", "The text ends at position 5, with 3 of a group's 4 characters.")]
    [InlineData("QUJD\u00A0", "U+00A0 at position 4 is no Base64 character.")] // Convert does not pass over it either
    public void BadText_BetweenIgnoredWhitespace_IsRefusedWithItsPositionInTheWholeText(string text, string message)
        => Assert.Equal(message, Refusal(text, ignoreWhitespace: true));

    // A chunk has 16,384 characters.
    [Theory]
    [InlineData(16_383)]
    [InlineData(16_384)]
    [InlineData(40_001)]
    public void BadCharacter_InAnyChunk_IsRefusedWithItsPositionInTheWholeText(int position)
    {
        char[] text = new char[60_000];
        Array.Fill(text, 'A');
        text[position] = '*';

        Assert.Equal($"U+002A at position {position} is no Base64 character.", Refusal(new string(text), ignoreWhitespace: false));
    }

    [Fact]
    public void Padding_WhoseDigitsLieInTheChunkBefore_IsJudgedByThem()
    {
        string text = new string('A', 16_380) + "  QR==";

        Assert.Equal("'R' before the padding at position 16384 says more than whole bytes.", Refusal(text, ignoreWhitespace: true));
    }

    private static string Refusal(string text, bool ignoreWhitespace)
    {
        var input = new StringReader(text);
        return Assert.Throws<FormatException>(() => Decoder.Run(input, Stream.Null, ignoreWhitespace, new ChunkCount())).Message;
    }
}
