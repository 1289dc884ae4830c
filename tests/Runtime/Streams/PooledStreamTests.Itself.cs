namespace PooledGen.Runtime.Tests.Streams;

/// <summary>A stream that is given its own bytes writes them as they were, as MemoryStream does.</summary>
public sealed partial class PooledStreamTests
{
    [Fact]
    public void CopyTo_Itself_Appends()
    {
        using PooledStream stream = Filled(100);
        stream.Position = 90;
        stream.CopyTo(stream);

        Assert.Equal([.. Numbers(100), .. Numbers(100)[90..]], stream.ToArray());
        Assert.Equal(110, stream.Position);
    }

    [Fact]
    public void WriteTo_Itself_WritesWhatItHad()
    {
        using PooledStream stream = Filled(100);
        stream.Position = 10;
        stream.WriteTo(stream);

        Assert.Equal([.. Numbers(10), .. Numbers(100)], stream.ToArray());
        Assert.Equal(110, stream.Position);
    }

    [Fact]
    public void Write_OfItsOwnBytes_WritesThemAsTheyWere()
    {
        for (int segment = 0; segment < 100; segment += 16)
        {
            for (int position = 0; position <= 100; position++)
            {
                using PooledStream stream = Filled(100);
                byte[] own = Numbers(100)[segment..Math.Min(segment + 16, 100)];
                stream.Position = position;
                stream.Write(stream.GetReadOnlySequence().Slice(segment).FirstSpan);

                byte[] expected = Numbers(Math.Max(100, position + own.Length));
                Numbers(100).CopyTo(expected, 0);
                own.CopyTo(expected, position);
                Assert.Equal(expected, stream.ToArray());
            }
        }
    }
}
