using System.Globalization;
using System.Text;

namespace PooledGen.Runtime.Tests.Writers;

/// <summary>Text into a writer of char: as a StringBuilder takes it.</summary>
public partial class TextWriterTests
{
    [PooledBuffer<char>(MaxLength = 4096)]
    internal partial struct TextBuffer;

    [Fact]
    public void Append_OfStrings_TakesNullForNothing()
    {
        using var writer = TextBuffer.CreateWriter(stackalloc char[4]);
        writer.Append("abc");
        writer.Append((string?)null);
        writer.Append('d');
        writer.Append("");
        writer.Append("efg".AsSpan());

        Assert.Equal("abcdefg", writer.ToString());
    }

    // Short text is copied in overlapping halves: every length has to end exactly where it ends, and not to read behind the source.
    [Fact]
    public void Append_OfAnyShortLength_WritesThatMuchAndNoMore()
    {
        const string Alphabet = "abcdefghijklmnopqrstuvwxyz";
        Span<char> memory = stackalloc char[64];
        for (int length = 0; length <= Alphabet.Length; length++)
        {
            memory.Fill('#');
            using var writer = TextBuffer.CreateWriter(memory);
            writer.Append('>');
            writer.Append(Alphabet.AsSpan(0, length));

            Assert.Equal(">" + Alphabet.Substring(0, length), writer.ToString());
            Assert.Equal(new string('#', 63 - length), memory.Slice(length + 1).ToString());
        }
    }

    [Theory]
    [InlineData(5)]
    [InlineData(12)]
    [InlineData(24)]
    public void Append_OfTextThatLiesInTheFreeMemory_MovesIt(int length)
    {
        using var writer = TextBuffer.CreateWriter(64);
        "-abcdefghijklmnopqrstuvwxyz".CopyTo(writer.GetSpan());

        writer.Append(writer.GetSpan().Slice(1, length));

        Assert.Equal("abcdefghijklmnopqrstuvwxyz".Substring(0, length), writer.ToString());
    }

    [Fact]
    public void AppendFormatted_FormatsInPlace()
    {
        using var writer = TextBuffer.CreateWriter(stackalloc char[4]);
        writer.AppendFormatted(255);
        writer.AppendFormatted(255, "x4");
        writer.AppendFormatted(1.5, provider: CultureInfo.GetCultureInfo("de-DE"));
        writer.AppendFormatted(Guid.Empty, "N");
        writer.AppendFormatted(DayOfWeek.Friday);
        writer.AppendFormatted((Version?)null);

        Assert.Equal("25500ff1,5" + new string('0', 32) + "Friday", writer.ToString());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(40)]
    [InlineData(1000)]
    public void Append_OfAnInterpolatedString_IsTheStringThatItWouldBe(int room)
    {
        using var writer = TextBuffer.CreateWriter(new char[room]);
        int id = 48879;
        string name = "näme";
        string? nothing = null;
        object boxed = 7;
        object? noObject = null;
        DateTime time = new(2026, 11, 21, 3, 4, 5, DateTimeKind.Utc);
        ReadOnlySpan<char> span = "span";
        DayOfWeek day = DayOfWeek.Monday;
        int? missing = null;
        int? present = 3;

        writer.Append($"{id:x8} {name}|{id,10}|{id,-10:N0}|{nothing}|{nothing,3}|{boxed}|{noObject}|{time:O}|{span}|{span,6}|{span,-6}|");
        writer.Append($"{day}|{day:D}|{day,8}|{missing}|{present:000}|{true}|{'c'}|{'c',3}|{new StringBuilder("sb")}|{{}}|{new Version(1, 2),-5}|{name,1}|");
        writer.Append($"constant");

        string expected = $"{id:x8} {name}|{id,10}|{id,-10:N0}|{nothing}|{nothing,3}|{boxed}|{noObject}|{time:O}|{span}|{span,6}|{span,-6}|"
            + $"{day}|{day:D}|{day,8}|{missing}|{present:000}|{true}|{'c'}|{'c',3}|{new StringBuilder("sb")}|{{}}|{new Version(1, 2),-5}|{name,1}|"
            + "constant";
        Assert.Equal(expected, writer.ToString());
    }

    [Fact]
    public void Append_WithACulture_FormatsForIt()
    {
        using var writer = TextBuffer.CreateWriter(stackalloc char[8]);
        CultureInfo german = CultureInfo.GetCultureInfo("de-DE");
        writer.Append(german, $"{1234.5:N2}|{new Date(1.5)}|");
        writer.Append(CultureInfo.InvariantCulture, $"{1234.5:N2}|{new Date(1.5)}|");
        writer.Append(null, $"{1:00}");

        Assert.Equal("1.234,50|<1,5>|1,234.50|<1.5>|01", writer.ToString());
    }

    [Fact]
    public void Append_WithACustomFormatter_AsksItFirst()
    {
        using var writer = TextBuffer.CreateWriter(stackalloc char[2]);
        writer.Append(new Shouting(), $"{12:q}|{"text"}|{(string?)null}|{DayOfWeek.Friday,9:G}|{"tail",-6}|");

        Assert.Equal(string.Format(new Shouting(), "{0:q}|{1}|{2}|{3,9:G}|{4,-6}|", 12, "text", null, DayOfWeek.Friday, "tail"), writer.ToString());
    }

    [Fact]
    public void Append_OfWhatHasOnlyToString_CallsItOnce()
    {
        using var writer = TextBuffer.CreateWriter(stackalloc char[2]);
        var counter = new Counter();
        writer.Append($"{counter}{counter}");

        Assert.Equal("call number 1call number 2", writer.ToString());
    }

    [Fact]
    public void Append_ThroughARef_ChangesTheCallersWriter()
    {
        PooledTextWriter writer = new(TextBuffer.Pool, new char[4]);
        Helper(ref writer);

        Assert.Equal("0: helped, 1: helped, 2: helped, ", writer.ToString());
        writer.Dispose();

        static void Helper(ref PooledTextWriter writer)
        {
            Span<char> verb = stackalloc char[6];
            "helped".CopyTo(verb);
            for (int i = 0; i < 3; i++)
                writer.Append($"{i}: {verb}, ");
        }
    }

    [Fact]
    public void Append_OfItself_ReadsWhatWasThere()
    {
        using var writer = TextBuffer.CreateWriter(stackalloc char[8]);
        writer.Append("abc");
        writer.Append($"[{writer.WrittenSpan}{writer.Length}{writer.ToString()}]{new string('x', 300)}{writer.WrittenSpan}");

        Assert.Equal("abc[abc3abc]" + new string('x', 300) + "abc", writer.ToString());
    }

    [Fact]
    public void Insert_OfText_MovesTheRest()
    {
        using var writer = TextBuffer.CreateWriter(stackalloc char[8]);
        writer.Append("world");
        writer.Insert(0, "hello ");
        writer.Insert(5, ',');

        Assert.Equal("hello, world", writer.ToString());
    }

    private sealed class Counter
    {
        private int _calls;

        public override string ToString() => $"call number {++_calls}";
    }

    // Knows cultures, but not spans.
    private readonly struct Date(double value) : IFormattable
    {
        public string ToString(string? format, IFormatProvider? formatProvider) => $"<{value.ToString(format, formatProvider)}>";
    }

    internal sealed class Shouting : IFormatProvider, ICustomFormatter
    {
        public object? GetFormat(Type? formatType) => formatType == typeof(ICustomFormatter) ? this : null;

        public string Format(string? format, object? arg, IFormatProvider? formatProvider)
            => $"{arg}!{format}".ToUpperInvariant();
    }
}
