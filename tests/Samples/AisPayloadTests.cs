using System.Text;
using AisReader;

namespace PooledGen.Samples.Tests;

public class AisPayloadTests
{
    // The corners of the table in "AIVDM/AIVDO protocol decoding".
    [Theory]
    [InlineData('0', 0b000000)]
    [InlineData('9', 0b001001)]
    [InlineData('A', 0b010001)]
    [InlineData('W', 0b100111)]
    [InlineData('`', 0b101000)]
    [InlineData('w', 0b111111)]
    public void Armour_IsThatOfTheStandard_InBothDirections(char character, int sixBits)
    {
        Assert.Equal(sixBits, Payload.SixBits((byte)character));
        Assert.Equal((byte)character, Payload.Armour(sixBits));
    }

    [Fact]
    public void IsArmour_HoldsFor64Characters()
    {
        IEnumerable<char> armour = Enumerable.Range(0, 256).Where(code => Payload.IsArmour([(byte)code])).Select(code => (char)code);

        Assert.Equal("0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVW`abcdefghijklmnopqrstuvw", string.Concat(armour));
    }

    [Theory]
    [InlineData(0, 6, 0b000001, 0b000001)]
    [InlineData(4, 4, 0b0110, 0b0110)] // across both
    [InlineData(6, 2, 0b10, -2)]
    [InlineData(0, 12, 0b000001_100111, 0b000001_100111)]
    public void Number_AcrossCharacters_HasTheHighestBitFirst(int start, int count, uint unsigned, int signed)
    {
        var payload = new Payload("1W"u8, fillBits: 2);

        Assert.Equal(10, payload.BitCount);
        Assert.Equal(unsigned, payload.Unsigned(start, count));
        Assert.Equal(signed, payload.Signed(start, count));
    }

    // The values that the documentation and the sample of the gpsd project state.
    [Theory]
    [InlineData("177KQJ5000G?tO`K>RA1wUbN0TKH", 0, 1, 477553000, 47.582833, -122.345833)]
    [InlineData("15RTgt0PAso;90TKcjM8h6g208CQ", 0, 1, 371798000, 48.381633, -123.395383)]
    [InlineData("16SteH0P00Jt63hHaa6SagvJ087r", 0, 1, 440348000, 43.080150, -70.758200)]
    [InlineData("25Cjtd0Oj;Jp7ilG7=UkKBoB0<06", 0, 2, 356302000, 40.392358, -71.626143)]
    [InlineData("38Id705000rRVJhE7cl9n;160000", 0, 3, 563808000, 36.910000, -76.327533)]
    [InlineData("403OviQuMGCqWrRO9>E6fE700@GO", 0, 4, 3669702, null, null)]
    [InlineData("55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E531@0000000000000", 2, 5, 369190000, null, null)]
    [InlineData("B52K>;h00Fc>jpUlNV@ikwpUoP06", 0, 18, 338087471, null, null)]
    [InlineData("H42O55i18tMET00000000000000", 2, 24, 271041815, null, null)]
    public void Decode_GivesThePublishedValues(string payload, int fillBits, int type, int mmsi, double? latitude, double? longitude)
    {
        Damage damage = Message.Decode(new Payload(Encoding.ASCII.GetBytes(payload), fillBits), out Message message);

        Assert.Equal(Damage.None, damage);
        Assert.Equal((type, mmsi), (message.Type, message.Mmsi));
        Assert.Equal(latitude, Rounded(message.Position?.Latitude));
        Assert.Equal(longitude, Rounded(message.Position?.Longitude));
    }

    [Theory]
    [InlineData(54_600_000, 0)] // 91 degrees north: not available
    [InlineData(0, 108_600_000)] // 181 degrees east
    [InlineData(-54_000_001, 0)]
    public void Position_ThatIsNoneOnEarth_IsNone(int latitude, int longitude) => Assert.Null(Position.At(longitude, latitude));

    private static double? Rounded(double? degrees) => degrees is { } value ? Math.Round(value, 6) : null;
}
