using System.Text;

namespace PooledGen.Interop.Tests.Migrations.Page;

/// <summary>Buffers that go from one assembly to another, and code for netstandard2.0.</summary>
public class LibraryTests
{
    [Theory]
    [InlineData("")]
    [InlineData("grün")]
    public void Library_AndItsCaller_HandTheBufferOver(string text)
    {
        After.Messages.Pool.MaxRetainedBytes = 1024 * 1024;

        Assert.Equal((text, text), (Before.Application.RoundTrip(text), After.Application.RoundTrip(text)));
        Assert.Equal((0, 0), (After.Messages.Pool.GetStatistics().InUse, After.Messages.Pool.GetStatistics().MisuseCount));
    }

    [Theory]
    [InlineData("")]
    [InlineData("grün")]
    public async Task CodeForNetStandard_GivesTheSame(string text)
    {
        MemoryStream before = new(), after = new();

        await Before.Sender.SendAsync(before, text);
        await After.Sender.SendAsync(after, text);

        Assert.Equal(Encoding.UTF8.GetBytes(text), before.ToArray());
        Assert.Equal(before.ToArray(), after.ToArray());
    }
}
