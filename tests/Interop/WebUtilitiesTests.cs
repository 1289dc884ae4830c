using System.Text;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Extensions.Primitives;

namespace PooledGen.Interop.Tests;

/// <summary>ASP.NET Core's readers of request bodies.</summary>
public partial class WebUtilitiesTests
{
    [PooledBuffer<char>(MaxLength = 16 * 1024)]
    private partial struct TextBuffer;

    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct BodyBuffer;

    [Fact]
    public async Task FormReader_RentsFromThePoolAndGivesAllBack()
    {
        var body = new MemoryStream(Encoding.UTF8.GetBytes($"name=J%C3%BCrgen&note={new string('x', 20_000)}"));

        {
            using var reader = new FormReader(body, Encoding.UTF8, TextBuffer.Pool.AsArrayPool());
            Dictionary<string, StringValues> form = await reader.ReadFormAsync();
            Assert.Equal(("Jürgen", 20_000), ((string)form["name"]!, form["note"].ToString().Length));
        }

        Assert.True(TextBuffer.Pool.GetStatistics().Rents > 0);
        Assert.Equal((0, 0), (TextBuffer.Pool.GetStatistics().InUse, TextBuffer.Pool.GetStatistics().MisuseCount));
    }

    [Theory]
    [InlineData(10_000)]
    [InlineData(100_000)]
    public async Task FileBufferingReadStream_InMemoryOrOnDisk_GivesAllBack(int length)
    {
        byte[] sent = new byte[length];
        new Random(length).NextBytes(sent);
        var body = new MemoryStream(sent);
        PoolStatistics before = BodyBuffer.Pool.GetStatistics();

        {
            await using var stream = new FileBufferingReadStream(
                body, 30_000, null, Path.GetTempPath(), BodyBuffer.Pool.AsArrayPool());
            var first = new MemoryStream();
            await stream.CopyToAsync(first);
            stream.Position = 0;
            var second = new MemoryStream();
            await stream.CopyToAsync(second);

            Assert.Equal(length < 30_000, stream.InMemory);
            Assert.True(first.ToArray().AsSpan().SequenceEqual(sent));
            Assert.True(second.ToArray().AsSpan().SequenceEqual(sent));
        }

        Assert.True(BodyBuffer.Pool.GetStatistics().Rents > before.Rents);
        Assert.Equal((0, 0), (BodyBuffer.Pool.GetStatistics().InUse, BodyBuffer.Pool.GetStatistics().MisuseCount));
    }
}
