using System.Text;
using AisReader;

namespace PooledGen.Samples.Tests;

public class AisSentenceTests
{
    [Fact]
    public void Parse_OfASecondFragment_GivesItsFields()
    {
        Damage damage = Sentence.Parse("!AIVDM,2,2,3,B,1@0000000000000,2*55"u8, out Sentence sentence);

        Assert.Equal(Damage.None, damage);
        Assert.Equal((2, 2), (sentence.FragmentCount, sentence.FragmentNumber));
        Assert.Equal(((byte)'3', (byte)'B', 2), (sentence.SequenceId, sentence.Channel, sentence.FillBits));
        Assert.Equal("1@0000000000000", Encoding.ASCII.GetString(sentence.Payload));
    }

    [Theory]
    [InlineData("AIVDM,1,1,,,0,0", Damage.None)]
    [InlineData("AIVDO,1,1,9,2,w,5", Damage.None)]
    [InlineData("BSVDM,9,9,0,A,0,0", Damage.None)]
    [InlineData("SAVDO,1,1,,A,0,0", Damage.None)]
    [InlineData("GPVDM,1,1,,A,0,0", Damage.UnknownType)]
    [InlineData("AIVDX,1,1,,A,0,0", Damage.UnknownType)]
    [InlineData("", Damage.UnknownType)]
    [InlineData("AIVDM", Damage.BadField)]
    [InlineData("AIVDM,0,0,,A,0,0", Damage.BadField)]
    [InlineData("AIVDM,10,1,,A,0,0", Damage.BadField)]
    [InlineData("AIVDM,1,2,,A,0,0", Damage.BadField)]
    [InlineData("AIVDM,1,1,12,A,0,0", Damage.BadField)]
    [InlineData("AIVDM,1,1,x,A,0,0", Damage.BadField)]
    [InlineData("AIVDM,1,1,,AB,0,0", Damage.BadField)]
    [InlineData("AIVDM,1,1,,A,,0", Damage.BadField)]
    [InlineData("AIVDM,1,1,,A,0,0,0", Damage.BadField)]
    [InlineData("AIVDM,1,1,,A,X,0", Damage.BadArmour)]
    [InlineData("AIVDM,1,1,,A,0x,0", Damage.BadArmour)]
    [InlineData("AIVDM,1,1,,A,0,6", Damage.BadFillBits)]
    [InlineData("AIVDM,1,1,,A,0,", Damage.BadFillBits)]
    [InlineData("AIVDM,1,1,,A,0", Damage.BadFillBits)]
    [InlineData("AIVDM,2,1,1,A,0,2", Damage.BadFillBits)] // more bits follow
    public void Parse_OfASentenceWithItsChecksum_FindsTheDamage(string content, Damage expected)
    {
        byte sum = Sentence.Checksum(Encoding.ASCII.GetBytes(content));

        Assert.Equal(expected, Parse($"!{content}*{sum:X2}"));
    }

    [Theory]
    [InlineData("!AIVDM,2,2,3,B,1@0000000000000,2*55 and more", Damage.None)]
    [InlineData(@"\c:1,t:2*00\!AIVDM,2,2,3,B,1@0000000000000,2*55", Damage.None)]
    [InlineData("!AIVDM,2,2,3,B,1@0000000000000,2*54", Damage.BadChecksum)]
    [InlineData("!AIVDM,2,2,3,B,1@0000000000000,2*5", Damage.BadChecksum)]
    [InlineData("!AIVDM,2,2,3,B,1@0000000000000,2*", Damage.BadChecksum)]
    [InlineData("!AIVDM,2,2,3,B,1@0000000000000,2", Damage.BadChecksum)]
    [InlineData("!AIVDM,2,2,3,B,1@0000000000000,2*+5", Damage.BadChecksum)]
    [InlineData("!", Damage.BadChecksum)]
    [InlineData(@"\c:1*00\", Damage.NotASentence)]
    [InlineData(@"\", Damage.NotASentence)]
    [InlineData(" !AIVDM,2,2,3,B,1@0000000000000,2*55", Damage.NotASentence)]
    public void Parse_OfALine_FindsTheDamage(string line, Damage expected) => Assert.Equal(expected, Parse(line));

    [Theory]
    [InlineData(1_024, Damage.None)]
    [InlineData(1_025, Damage.OverLong)]
    public void Parse_OfALongLine_GoesToTheLimit(int length, Damage expected)
        => Assert.Equal(expected, Parse("!AIVDM,2,2,3,B,1@0000000000000,2*55".PadRight(length)));

    private static Damage Parse(string line) => Sentence.Parse(Encoding.ASCII.GetBytes(line), out _);
}
