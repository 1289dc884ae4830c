using System.Globalization;
using System.Text;

namespace PooledGen.Runtime.Tests.Writers;

/// <summary>Text into a writer of byte: as UTF-8, what is not valid UTF-16 replaced as the framework's encoding does.</summary>
public partial class Utf8WriterTests
{
    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct PacketBuffer;

    public static TheoryData<string> Texts =>
    [
        "",
        "ascii",
        "äöü ß",
        "€ and 漢字",
        "\U0001F600 pair",
        "\ud83d", // half a pair
        "\ude00\ud83d", // a pair the wrong way round
        "a\ud83db\ud83d\ude00\ude00",
        new string('漢', 1000),
        new string('a', 5000),
        string.Concat(Enumerable.Repeat("\U0001F600", 700)),
    ];

    [Theory]
    [MemberData(nameof(Texts))]
    public void Append_OfText_IsTheFrameworksUtf8(string text)
    {
        byte[] expected = Encoding.UTF8.GetBytes(text);
        foreach (int room in (int[])[0, 1, expected.Length, 3 * text.Length])
        {
            using var fromString = PacketBuffer.CreateWriter(new byte[room]);
            using var fromSpan = PacketBuffer.CreateWriter(new byte[room]);
            using var fromHole = PacketBuffer.CreateWriter(new byte[room]);
            using var fromSpanHole = PacketBuffer.CreateWriter(new byte[room]);

            fromString.Append(text);
            fromSpan.Append(text.AsSpan());
            fromHole.Append($"{text}");
            fromSpanHole.Append($"{text.AsSpan()}");

            Assert.Equal(expected, fromString.ToArray());
            Assert.Equal(expected, fromSpan.ToArray());
            Assert.Equal(expected, fromHole.ToArray());
            Assert.Equal(expected, fromSpanHole.ToArray());
        }
    }

    [Fact]
    public void Append_WithExactlyEnoughRoom_DoesNotRent()
    {
        long rents = PacketBuffer.Pool.GetStatistics().Rents;
        using var writer = PacketBuffer.CreateWriter(stackalloc byte[5]);
        writer.Append("ascii");

        Assert.Equal((5, rents), (writer.Length, PacketBuffer.Pool.GetStatistics().Rents));
    }

    [Fact]
    public void Append_OfANumber_IsThatByte()
    {
        using var writer = PacketBuffer.CreateWriter(stackalloc byte[4]);
        writer.Append(65);
        writer.Append("B"u8);
        writer.Append((string?)null);

        Assert.Equal("AB"u8.ToArray(), writer.ToArray());
    }

    [Fact]
    public void AppendFormatted_FormatsInPlace()
    {
        using var writer = PacketBuffer.CreateWriter(stackalloc byte[4]);
        writer.AppendFormatted(65);
        writer.AppendFormatted(255, "x4");
        writer.AppendFormatted(1.5, provider: CultureInfo.GetCultureInfo("de-DE"));
        writer.AppendFormatted(Guid.Empty, "N");
        writer.AppendFormatted(new Rune('€'));
        writer.AppendFormatted((Version?)null);

        Assert.Equal("6500ff1,5" + new string('0', 32) + "€", Encoding.UTF8.GetString(writer.WrittenSpan));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(1000)]
    public void Append_OfAnInterpolatedString_IsTheUtf8OfIt(int room)
    {
        using var writer = PacketBuffer.CreateWriter(new byte[room]);
        int id = 48879;
        string name = "näme\ud83d";
        string? nothing = null;
        object boxed = 7;
        DateTime time = new(2026, 11, 21, 3, 4, 5, DateTimeKind.Utc);
        DayOfWeek day = DayOfWeek.Monday;

        writer.Append($"{id:x8} {name}|{id,10}|{id,-10:N0}|{nothing}|{nothing,3}|{boxed}|{time:O}|{day}|{day,8:G}|{true}|{'ü'}|ä|{new Half(2)}|");
        writer.Append(CultureInfo.GetCultureInfo("de-DE"), $"{1234.5:N2}|{"u8"u8}|{"u8"u8,4}|{"u8"u8,-4}|{new Utf16Only()}|{new Version(1, 2)}");

        string expected = $"{id:x8} {name}|{id,10}|{id,-10:N0}|{nothing}|{nothing,3}|{boxed}|{time:O}|{day}|{day,8:G}|{true}|{'ü'}|ä|{new Half(2)}|"
            + "1.234,50|u8|  u8|u8  |utf-16 ä|1.2";
        Assert.Equal(Encoding.UTF8.GetBytes(expected), writer.ToArray());
    }

    [Fact]
    public void Append_OfACharacter_IsTheUtf8OfIt()
    {
        using var writer = PacketBuffer.CreateWriter();
        char half = '\ud83d';
        object boxed = half;
        char? nullable = half;
        writer.Append($"{'ü'}{half}|{boxed,4}|{nullable,-4}|");
        writer.AppendFormatted('€');
        writer.AppendFormatted(half);

        Assert.Equal("ü\uFFFD| \uFFFD|\uFFFD |€\uFFFD", Encoding.UTF8.GetString(writer.WrittenSpan));
    }

    [Fact]
    public void Append_OfACharacterWithoutRoom_Grows()
    {
        using var writer = PacketBuffer.CreateWriter(stackalloc byte[2]);
        writer.AppendFormatted('€');

        Assert.Equal("€"u8.ToArray(), writer.ToArray());
    }

    [Fact]
    public void Append_WithAWidth_CountsBytes()
    {
        using var writer = PacketBuffer.CreateWriter();
        writer.Append($"{"ä",4}|{"€",-4}|");

        Assert.Equal("  ä|€ |"u8.ToArray(), writer.ToArray());
    }

    [Fact]
    public void Append_WithACustomFormatter_AsksItFirst()
    {
        using var writer = PacketBuffer.CreateWriter();
        writer.Append(new TextWriterTests.Shouting(), $"{12:q}|{"text"}|{DayOfWeek.Friday:G}");

        Assert.Equal("12!Q|TEXT!|FRIDAY!G"u8.ToArray(), writer.ToArray());
    }

    private readonly struct Half(int value)
    {
        public override string ToString() => $"{value}/2";
    }

    private readonly struct Utf16Only : ISpanFormattable
    {
        public bool TryFormat(Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
            => destination.TryWrite($"utf-16 ä", out charsWritten);

        public string ToString(string? format, IFormatProvider? formatProvider) => throw new NotSupportedException();
    }
}
