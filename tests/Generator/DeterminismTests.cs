using System.Globalization;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>The same sources give the same text, on any machine.</summary>
public class DeterminismTests
{
    // It has every number that is printed, and names with an i, which Turkish turns into another letter.
    private static readonly Consumer s_consumer = new("""
        using PooledGen;

        [assembly: PooledBufferDefaults(MaxBuffersPerThread = 4)]

        namespace App.Internal
        {
            [PooledBuffer<byte>(MaxLength = 1234567)]
            public partial struct ImageBuffer { }

            [PooledBuffer(MaxLength = 4096, Oversize = OversizePolicy.Throw)]
            public partial struct Item { public int Id; public string Title; }
        }
        """);

    // Decimal commas, dotless i, digits and minus signs of their own.
    [Theory]
    [InlineData("fi-FI")]
    [InlineData("tr-TR")]
    [InlineData("ar-SA")]
    public void Text_UnderAnotherCulture_IsTheSame(string culture)
    {
        string expected = Emit(s_consumer);
        CultureInfo before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
            Assert.Equal(expected, Emit(s_consumer));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void Text_OfSourcesWithWindowsLineEnds_IsTheSame()
        => Assert.Equal(Emit(s_consumer), Emit(s_consumer with { Source = s_consumer.Source.ReplaceLineEndings("\r\n") }));

    [Fact]
    public void Text_HasUnixLineEndsAndNoTrailingSpace()
    {
        string text = Emit(s_consumer);

        Assert.DoesNotContain('\r', text);
        Assert.DoesNotContain(" \n", text, StringComparison.Ordinal);
        Assert.EndsWith("}\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Text_OfASecondDriver_IsTheSame() => Assert.Equal(Emit(s_consumer), Emit(s_consumer));

    private static string Emit(Consumer consumer)
    {
        IReadOnlyDictionary<string, string> files = consumer.Generate().Files;
        Assert.Equal(2, files.Count);
        return string.Join('\n', files.Select(file => $"{file.Key}\n{file.Value}"));
    }
}
