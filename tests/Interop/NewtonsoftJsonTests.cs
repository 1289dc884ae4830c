using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace PooledGen.Interop.Tests;

/// <summary>Newtonsoft.Json: readers and writers of text.</summary>
public partial class NewtonsoftJsonTests
{
    [PooledBuffer<char>(MaxLength = 16 * 1024)]
    private partial struct TextBuffer;

    // Longer than the reader's first buffer, so that it has to rent a larger one and return the first.
    private static readonly JObject s_document = new() { ["name"] = new string('x', 5000), ["escaped"] = "\"\u0001", ["n"] = 42 };

    [Fact]
    public void Reader_RentsFromThePoolAndGivesAllBack()
    {
        PoolStatistics before = TextBuffer.Pool.GetStatistics();
        var input = new StringReader(s_document.ToString());

        {
            var pool = new JsonArrayPool(TextBuffer.Pool.AsArrayPool());
            using var reader = new JsonTextReader(input) { ArrayPool = pool };
            Assert.True(JToken.DeepEquals(s_document, JToken.ReadFrom(reader)));
        }

        AssertRentedAndReturned(before);
    }

    [Fact]
    public void Writer_RentsFromThePoolAndGivesAllBack()
    {
        PoolStatistics before = TextBuffer.Pool.GetStatistics();
        var output = new StringWriter();

        {
            var pool = new JsonArrayPool(TextBuffer.Pool.AsArrayPool());
            using var writer = new JsonTextWriter(output) { ArrayPool = pool };
            s_document.WriteTo(writer);
        }

        Assert.True(JToken.DeepEquals(s_document, JToken.Parse(output.ToString())));
        AssertRentedAndReturned(before);
    }

    private static void AssertRentedAndReturned(PoolStatistics before)
    {
        PoolStatistics after = TextBuffer.Pool.GetStatistics();
        Assert.True(after.Rents > before.Rents);
        Assert.Equal((0, 0), (after.InUse, after.MisuseCount));
    }
}
