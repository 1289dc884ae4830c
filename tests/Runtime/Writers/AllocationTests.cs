using System.Globalization;

namespace PooledGen.Runtime.Tests.Writers;

/// <summary>
/// After warm-up a writer allocates nothing, whatever is written. The framework drops its cache of an enum's names at a garbage collection, and
/// allocates a new one.
/// </summary>
[Collection(nameof(OneAtATime))]
public partial class AllocationTests
{
    private static readonly Guid s_guid = new("7d3c1f5e-0a4b-4c7d-9e21-3b8f6a5d4c21");
    private static readonly DateTime s_time = new(2026, 11, 21, 3, 4, 5, DateTimeKind.Utc);
    private static readonly string s_long = new('ä', 3000);
    private static readonly string[] s_strings = ["a", "b", "c"];

    [PooledBuffer<char>(MaxLength = 16 * 1024)]
    private partial struct TextBuffer;

    [PooledBuffer<byte>(MaxLength = 16 * 1024)]
    private partial struct PacketBuffer;

    [PooledBuffer<string>(MaxLength = 1024)]
    private partial struct References;

    public static TheoryData<string, Action> Shapes => new()
    {
        { "stack only", static () => Numbers(16) },
        { "stack, then rented", static () => Numbers(2000) },
        { "references", WriteReferences },
        { "detach", Detach },
        { "text, stack only", static () => Text(0) },
        { "text, rented", static () => Text(1) },
        { "utf-8, stack only", static () => Utf8(0) },
        { "utf-8, rented", static () => Utf8(1) },
        { "values", Values },
    };

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Writer_AfterWarmUp_AllocatesNothing(string shape, Action write)
    {
        long allocated = Allocations.Of(write, 1000);
        Assert.True(allocated == 0, $"{shape}: {allocated} bytes in 1000 writers");
    }

    private static void Numbers(int count)
    {
        using var writer = PacketBuffer.CreateWriter(stackalloc byte[16]);
        for (int i = 0; i < count; i++)
            writer.Append((byte)i);
    }

    private static void WriteReferences()
    {
        using var writer = References.CreateWriter();
        for (int i = 0; i < 200; i++)
            writer.Append(s_strings);
    }

    private static void Detach()
    {
        using var writer = PacketBuffer.CreateWriter(stackalloc byte[16]);
        writer.Append(s_long);
        writer.Detach().Dispose();
    }

    private static void Text(int longs)
    {
        using var writer = TextBuffer.CreateWriter(stackalloc char[512]);
        writer.Append($"{42:x8} {s_guid} {DayOfWeek.Friday} {DayOfWeek.Friday,12:G} {s_time:O} {1.5,10:F3} {true} {'c'} {(int?)7} {"text"} {(string?)null}");
        writer.Append(CultureInfo.InvariantCulture, $"{s_guid:N} {12.5m}");
        for (int i = 0; i < longs; i++)
            writer.Append($"{s_long}|{s_guid}|{s_long}");
    }

    private static void Utf8(int longs)
    {
        using var writer = PacketBuffer.CreateWriter(stackalloc byte[512]);
        writer.Append($"{42:x8} {s_guid} {DayOfWeek.Friday} {DayOfWeek.Friday,12:G} {s_time:O} {1.5,10:F3} {true} {'c'} {(int?)7} {"text"} {(string?)null}");
        writer.Append(CultureInfo.InvariantCulture, $"{s_guid:N} {12.5m}");
        for (int i = 0; i < longs; i++)
            writer.Append($"{s_long}|{s_guid}|{s_long}");
    }

    private static void Values()
    {
        using var text = TextBuffer.CreateWriter(stackalloc char[8]);
        text.AppendFormatted(42, "x8");
        text.AppendFormatted(s_guid);
        text.AppendFormatted(DayOfWeek.Friday);
        using var utf8 = PacketBuffer.CreateWriter(stackalloc byte[8]);
        utf8.AppendFormatted(s_time, "O", CultureInfo.InvariantCulture);
    }
}
