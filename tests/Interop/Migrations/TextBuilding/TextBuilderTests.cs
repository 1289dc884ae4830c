using System.Globalization;
using System.Text;

namespace PooledGen.Interop.Tests.Migrations.TextBuilding;

/// <summary>The tests of the library: the same before its migration and after it.</summary>
public abstract class TextBuilderTests<TBuilder>
    where TBuilder : struct, ITextBuilder<TBuilder>
{
    [Theory]
    [InlineData(1, 0)]
    [InlineData(1, 1)]
    [InlineData(20, 5)]
    [InlineData(100, 1000)]
    [InlineData(256, 100_000)]
    public void Append_OfEveryKind_GivesTheTextOfAStringBuilder(int capacity, int lines)
    {
        var expected = new StringBuilder();
        TBuilder builder = TBuilder.Create(capacity);
        for (int i = 0; i < lines; i++)
        {
            expected.Append(i.ToString(CultureInfo.InvariantCulture)).Append(": line").Append('\n');
            builder.Append(i);
            builder.Append(": line");
            builder.Append('\n');
        }

        Assert.Equal(expected.ToString(), builder.ToString());
        Assert.Equal(expected.Length, builder.Length);
        builder.Dispose();
    }

    [Fact]
    public void Append_OfALongText_GrowsOnce()
    {
        string text = new('x', 50_000);
        TBuilder builder = TBuilder.Create(10);
        builder.Append('a');
        builder.Append(text);

        Assert.Equal("a" + text, builder.ToString());
        builder.Dispose();
    }

    [Fact]
    public void WriteTo_GivesTheTextToAWriter_WithoutAString()
    {
        using var writer = new StringWriter();
        TBuilder builder = TBuilder.Create(10);
        builder.Append("written");

        builder.WriteTo(writer);

        Assert.Equal("written", writer.ToString());
        builder.Dispose();
    }

    [Fact]
    public void CopyTo_GivesTheTextToASpan()
    {
        char[] destination = new char[10];
        TBuilder builder = TBuilder.Create(10);
        builder.Append("copied");

        builder.CopyTo(destination);

        Assert.Equal("copied", new string(destination, 0, builder.Length));
        builder.Dispose();
    }

    [Fact]
    public void Append_AfterWarmUp_AllocatesNothing()
    {
        Build();

        // A full garbage collection may take free arrays from either pool, so one round of several counts.
        Assert.Contains(0, Enumerable.Range(0, 5).Select(static _ => AllocatedBytes()));
    }

    private static long AllocatedBytes()
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 20; i++)
            Build();

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static void Build()
    {
        TBuilder builder = TBuilder.Create(16);
        for (int i = 0; i < 1000; i++)
        {
            builder.Append(i);
            builder.Append(' ');
        }

        builder.Dispose();
    }
}

public class ArrayPoolTextBuilderTests : TextBuilderTests<ArrayPoolTextBuilder>;

public class PooledTextBuilderTests : TextBuilderTests<PooledTextBuilder>
{
    [Fact]
    public void Dispose_OfTwoCopies_ReturnsTheArrayOnce()
    {
        long misuse = BuilderText.Pool.Statistics.Misuse, inUse = BuilderText.Pool.Statistics.InUse;
        var builder = PooledTextBuilder.Create(10);
        PooledTextBuilder copy = builder;

        builder.Dispose();
        copy.Dispose();

        Assert.Equal((misuse + 1, inUse), (BuilderText.Pool.Statistics.Misuse, BuilderText.Pool.Statistics.InUse));
    }

    [Fact]
    public void Append_AfterDispose_BeginsAnew()
    {
        var builder = PooledTextBuilder.Create(10);
        builder.Dispose();

        builder.Append("again");

        Assert.Equal("again", builder.ToString());
        builder.Dispose();
    }
}
