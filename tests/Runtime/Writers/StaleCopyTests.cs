using System.Globalization;
using System.Reflection;

namespace PooledGen.Runtime.Tests.Writers;

/// <summary>
/// A copy of a writer whose array was given back: each member that touches the memory throws and leaves it alone, but for the two that are
/// documented as unchecked.
/// </summary>
public partial class StaleCopyTests
{
    // Numbers only, or unchecked for speed.
    private static readonly string[] s_unchecked =
    [
        "get_Length()", "get_Capacity()", "AsRef()", "Dispose()", "ToString() of Byte",
        "Append(Byte)", "Append(ReadOnlySpan<Byte>)", "Append(Char)", "Append(ReadOnlySpan<Char>) of Char", "Append(String) of Char",
    ];

    private static readonly Dictionary<string, UseBytes> s_bytes = new()
    {
        ["get_WrittenSpan()"] = static (ref writer) => _ = writer.WrittenSpan,
        ["Append(Byte, Int32)"] = static (ref writer) => writer.Append((byte)7, 2),
        ["Append(Byte, Int32), nothing"] = static (ref writer) => writer.Append((byte)7, 0),
        ["Append(Byte), no room"] = static (ref writer) => Fill(ref writer).Append((byte)7),
        ["Append(ReadOnlySpan<Byte>), no room"] = static (ref writer) => writer.Append(new byte[200]),
        ["Append(String)"] = static (ref writer) => writer.Append("text"),
        ["Append(ReadOnlySpan<Char>)"] = static (ref writer) => writer.Append("text".AsSpan()),
        ["AppendFormatted(TFormattable, String, IFormatProvider)"] = static (ref writer) => writer.AppendFormatted(77),
        ["Append(Utf8InterpolationHandler)"] = static (ref writer) => writer.Append($"text {77}"),
        ["Append(IFormatProvider, Utf8InterpolationHandler)"] = static (ref writer) => writer.Append(CultureInfo.InvariantCulture, $"text {77}"),
        ["GetSpan(Int32)"] = static (ref writer) => writer.GetSpan(),
        ["Advance(Int32)"] = static (ref writer) => writer.Advance(1),
        ["Advance(Int32), nothing"] = static (ref writer) => writer.Advance(0),
        ["Clear()"] = static (ref writer) => writer.Clear(),
        ["Truncate(Int32)"] = static (ref writer) => writer.Truncate(1),
        ["Insert(Int32, Byte)"] = static (ref writer) => writer.Insert(0, 7),
        ["Insert(Int32, ReadOnlySpan<Byte>)"] = static (ref writer) => writer.Insert(0, [7, 7]),
        ["Detach()"] = static (ref writer) => writer.Detach(),
        ["ToArray()"] = static (ref writer) => writer.ToArray(),
    };

    private static readonly Dictionary<string, UseChars> s_chars = new()
    {
        ["get_WrittenSpan()"] = static (ref writer) => _ = writer.WrittenSpan,
        ["Append(Char, Int32)"] = static (ref writer) => writer.Append('x', 2),
        ["Append(Char), no room"] = static (ref writer) => Fill(ref writer).Append('x'),
        ["Append(ReadOnlySpan<Char>), no room"] = static (ref writer) => writer.Append(new char[200]),
        ["Append(String), no room"] = static (ref writer) => writer.Append(new string('x', 200)),
        ["AppendFormatted(TFormattable, String, IFormatProvider)"] = static (ref writer) => writer.AppendFormatted(77),
        ["Append(TextInterpolationHandler)"] = static (ref writer) => writer.Append($"text {77}"),
        ["Append(IFormatProvider, TextInterpolationHandler)"] = static (ref writer) => writer.Append(CultureInfo.InvariantCulture, $"text {77}"),
        ["GetSpan(Int32)"] = static (ref writer) => writer.GetSpan(),
        ["Advance(Int32)"] = static (ref writer) => writer.Advance(1),
        ["Clear()"] = static (ref writer) => writer.Clear(),
        ["Truncate(Int32)"] = static (ref writer) => writer.Truncate(1),
        ["Insert(Int32, Char)"] = static (ref writer) => writer.Insert(0, 'x'),
        ["Insert(Int32, ReadOnlySpan<Char>)"] = static (ref writer) => writer.Insert(0, "xx"),
        ["Detach()"] = static (ref writer) => writer.Detach(),
        ["ToArray()"] = static (ref writer) => writer.ToArray(),
        ["ToString()"] = static (ref writer) => writer.ToString(),
    };

    private delegate void UseBytes(ref PooledUtf8Writer writer);

    private delegate void UseChars(ref PooledTextWriter writer);

    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct Bytes;

    [PooledBuffer<char>(MaxLength = 1024)]
    private partial struct Chars;

    public static TheoryData<string> BytesMembers => [.. s_bytes.Keys];

    public static TheoryData<string> CharsMembers => [.. s_chars.Keys];

    [Theory]
    [MemberData(nameof(BytesMembers))]
    public void Member_OfAWriterOfBytes_ThrowsAndTouchesNothing(string member)
    {
        var writer = Bytes.CreateWriter(100);
        writer.Append([1, 2, 3]);
        var copy = writer;
        writer.Dispose();
        using var next = Bytes.Rent(100);
        next.Span.Fill(9);

        AssertThrows(member, ref copy);

        Assert.True(next.Span.IndexOfAnyExcept((byte)9) < 0, "It wrote into the array of another rental.");
        Assert.Equal(1, Bytes.Pool.GetStatistics().InUse);

        static void AssertThrows(string member, ref PooledUtf8Writer copy)
        {
            ObjectDisposedException? thrown = null;
            try
            {
                s_bytes[member](ref copy);
            }
            catch (ObjectDisposedException exception)
            {
                thrown = exception;
            }

            Assert.Contains(nameof(Bytes), thrown?.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [MemberData(nameof(CharsMembers))]
    public void Member_OfAWriterOfText_ThrowsAndTouchesNothing(string member)
    {
        var writer = Chars.CreateWriter(100);
        writer.Append("abc");
        var copy = writer;
        writer.Dispose();
        using var next = Chars.Rent(100);
        next.Span.Fill('-');

        AssertThrows(member, ref copy);

        Assert.True(next.Span.IndexOfAnyExcept('-') < 0, "It wrote into the array of another rental.");
        Assert.Equal(1, Chars.Pool.GetStatistics().InUse);

        static void AssertThrows(string member, ref PooledTextWriter copy)
        {
            ObjectDisposedException? thrown = null;
            try
            {
                s_chars[member](ref copy);
            }
            catch (ObjectDisposedException exception)
            {
                thrown = exception;
            }

            Assert.Contains(nameof(Chars), thrown?.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Detach_OfACopyThatIsEmpty_Throws()
    {
        var writer = Bytes.CreateWriter(100);
        var copy = writer;
        writer.Dispose();

        bool hasThrown = false;
        try
        {
            copy.Detach();
        }
        catch (ObjectDisposedException)
        {
            hasThrown = true;
        }

        Assert.True(hasThrown);
    }

    [Fact]
    public void AppendInterpolated_WhoseHoleDisposesACopy_Throws()
    {
        var writer = Chars.CreateWriter(100);
        var copy = writer;

        bool hasThrown = false;
        try
        {
            writer.Append($"a{DisposeAndGive(ref copy)}b");
        }
        catch (ObjectDisposedException)
        {
            hasThrown = true;
        }

        Assert.True(hasThrown);

        static string DisposeAndGive(ref PooledTextWriter copy)
        {
            copy.Dispose();
            return "x";
        }
    }

    [Theory]
    [InlineData(typeof(PooledUtf8Writer))]
    [InlineData(typeof(PooledTextWriter))]
    public void Tables_HaveEveryMember(Type writer)
    {
        IEnumerable<string> tried = (writer == typeof(PooledUtf8Writer) ? s_bytes.Keys : (IEnumerable<string>)s_chars.Keys)
            .Select(static member => member.EndsWith(", no room", StringComparison.Ordinal) ? "" : member.Replace(", nothing", "", StringComparison.Ordinal));
        string element = writer == typeof(PooledUtf8Writer) ? " of Byte" : " of Char";

        IEnumerable<string> missing = writer.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Select(static method => $"{method.Name}({string.Join(", ", method.GetParameters().Select(static parameter => NameOf(parameter.ParameterType)))})")
            .Where(member => !s_unchecked.Contains(member) && !s_unchecked.Contains(member + element))
            .Except(tried);

        Assert.Empty(missing);
    }

    private static string NameOf(Type type)
        => type.IsGenericType ? $"{type.Name.Split('`')[0]}<{NameOf(type.GetGenericArguments()[0])}>" : type.Name;

    private static ref PooledUtf8Writer Fill(ref PooledUtf8Writer writer)
    {
        while (writer.Length < writer.Capacity)
            writer.Append((byte)9); // what the next rental has written: the unchecked member is not what is tested

        return ref writer;
    }

    private static ref PooledTextWriter Fill(ref PooledTextWriter writer)
    {
        while (writer.Length < writer.Capacity)
            writer.Append('-');

        return ref writer;
    }
}
