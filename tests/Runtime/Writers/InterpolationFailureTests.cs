namespace PooledGen.Runtime.Tests.Writers;

/// <summary>An interpolated string that fails half-way: the writer is as it was, and what was rented for it goes back.</summary>
public partial class InterpolationFailureTests
{
    private static readonly string s_long = new('x', 2000);

    [PooledBuffer<char>(MaxLength = 4096)]
    private partial struct TextBuffer;

    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct PacketBuffer;

    [PooledBuffer<char>(MaxLength = 1000, Oversize = OversizePolicy.Throw)]
    private partial struct LimitedText;

    [Theory]
    [InlineData(0)] // in the caller's memory
    [InlineData(100)] // in a rented array
    public void AHoleThatThrows_AfterGrowth_LeavesTheWriterAsItWas(int capacity)
    {
        var writer = capacity == 0 ? TextBuffer.CreateWriter(stackalloc char[8]) : TextBuffer.CreateWriter(capacity);
        writer.Append("abc");
        for (int i = 0; i < 10; i++)
        {
            bool thrown = false;
            try
            {
                writer.Append($"{i}{s_long}{new Throwing()}");
            }
            catch (NotSupportedException)
            {
                thrown = true;
            }

            Assert.True(thrown);
            Assert.Equal("abc", writer.ToString());

            // Its own array, and the one that the string left behind: known, and not one more with each failure.
            Assert.Equal((capacity == 0 ? 0 : 1) + 1, TextBuffer.Pool.GetStatistics().InUse);
        }

        writer.Append($"{1}{s_long}");
        Assert.Equal("abc1" + s_long, writer.ToString());
        Assert.Equal(1, TextBuffer.Pool.GetStatistics().InUse);
        writer.Dispose();
        AssertNothingLost(TextBuffer.Pool.GetStatistics());
    }

    [Fact]
    public void AnExpressionThatThrows_AfterGrowth_IsReturnedByDispose()
    {
        Assert.Throws<NotSupportedException>(static () =>
        {
            using var writer = TextBuffer.CreateWriter(stackalloc char[8]);
            writer.Append($"{s_long}{Fail()}");
        });

        AssertNothingLost(TextBuffer.Pool.GetStatistics());
    }

    [Fact]
    public void AHoleThatThrows_InBytes_LeavesTheWriterAsItWas()
    {
        Assert.Throws<NotSupportedException>(static () =>
        {
            using var writer = PacketBuffer.CreateWriter(stackalloc byte[8]);
            writer.Append($"{s_long}{new Throwing()}");
        });

        AssertNothingLost(PacketBuffer.Pool.GetStatistics());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    public void AnAbandonedString_ThenDetach_LeavesTheOwnersArrayAlone(int capacity)
    {
        var writer = capacity == 0 ? TextBuffer.CreateWriter(stackalloc char[8]) : TextBuffer.CreateWriter(capacity);
        writer.Append("abc");
        FailAfterGrowth(ref writer);
        using (PooledOwner<char> owner = writer.Detach())
        {
            Assert.Equal("abc", owner.Span.ToString());
            Assert.Equal(1, TextBuffer.Pool.GetStatistics().InUse);
        }

        AssertNothingLost(TextBuffer.Pool.GetStatistics());
        writer.Dispose();
        AssertNothingLost(TextBuffer.Pool.GetStatistics());
    }

    [Fact]
    public void AnAbandonedString_ThenDetachOrGrowth_LosesNothing()
    {
        var writer = TextBuffer.CreateWriter(100);
        writer.Append("abc");
        FailAfterGrowth(ref writer);
        PooledOwner<char> owner = writer.Detach();
        FailAfterGrowth(ref writer);
        writer.Append(s_long);

        Assert.Equal("abc", owner.Span.ToString());
        Assert.Equal(s_long, writer.ToString());
        owner.Dispose();
        writer.Dispose();
        AssertNothingLost(TextBuffer.Pool.GetStatistics());
    }

    [Fact]
    public void AStringThatIsTooLong_IsRefusedWhole()
    {
        var writer = LimitedText.CreateWriter(stackalloc char[8]);
        writer.Append("abc");
        bool thrown = false;
        try
        {
            writer.Append($"{new string('y', 900)}{s_long}");
        }
        catch (ArgumentOutOfRangeException)
        {
            thrown = true;
        }

        Assert.True(thrown);
        Assert.Equal("abc", writer.ToString());
        writer.Dispose();
        AssertNothingLost(LimitedText.Pool.GetStatistics());
    }

    [Theory]
    [InlineData("append")]
    [InlineData("grow")]
    [InlineData("dispose")]
    [InlineData("interpolate")]
    [InlineData("detach")]
    public void AHoleThatChangesTheWriter_IsRefused(string change)
    {
        var writer = TextBuffer.CreateWriter(300);
        writer.Append("abc");
        AssertRefused(ref writer, s_long, change);
        writer.Dispose();
        AssertNothingLost(TextBuffer.Pool.GetStatistics());
    }

    [Fact]
    public void AHoleThatWritesAndClears_IsRefused()
    {
        var writer = TextBuffer.CreateWriter(stackalloc char[100]);
        AssertRefused(ref writer, "ab", "append and clear");

        Assert.Equal(0, writer.Length);
    }

    [Fact]
    public void AFormattableThatLies_IsAnInvalidOperation()
    {
        Assert.Throws<InvalidOperationException>(static () =>
        {
            using var writer = TextBuffer.CreateWriter(stackalloc char[8]);
            writer.Append($"{new Lying()}");
        });
        Assert.Throws<InvalidOperationException>(static () =>
        {
            using var writer = TextBuffer.CreateWriter(stackalloc char[8]);
            writer.AppendFormatted(new Lying());
        });
    }

    private static void AssertNothingLost(PoolStatistics statistics) => Assert.Equal((0, 0), (statistics.InUse, statistics.MisuseCount));

    private static void AssertRefused(ref PooledTextWriter writer, string text, string change)
    {
        try
        {
            writer.Append($"{text}{Change(ref writer, change)}");
        }
        catch (InvalidOperationException)
        {
            return;
        }

        Assert.Fail("nothing was thrown");
    }

    private static int Fail() => throw new NotSupportedException();

    private static void FailAfterGrowth(ref PooledTextWriter writer)
    {
        try
        {
            writer.Append($"{s_long}{new Throwing()}");
        }
        catch (NotSupportedException)
        {
            return;
        }

        Assert.Fail("nothing was thrown");
    }

    private static int Change(ref PooledTextWriter writer, string change)
    {
        switch (change)
        {
            case "append":
                writer.Append('!');
                break;
            case "append and clear":
                writer.Append("ZZZZ");
                writer.Clear();
                break;
            case "grow":
                writer.GetSpan(1000);
                break;
            case "dispose":
                writer.Dispose();
                writer.Append(s_long);
                break;
            case "interpolate":
                FailAfterGrowth(ref writer);
                break;
            default:
                writer.Detach().Dispose();
                break;
        }

        return 1;
    }

    private readonly struct Throwing : ISpanFormattable
    {
        public bool TryFormat(Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
            => throw new NotSupportedException();

        public string ToString(string? format, IFormatProvider? formatProvider) => throw new NotSupportedException();
    }

    private readonly struct Lying : ISpanFormattable
    {
        public bool TryFormat(Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            charsWritten = destination.Length + 1;
            return true;
        }

        public string ToString(string? format, IFormatProvider? formatProvider) => "";
    }
}
