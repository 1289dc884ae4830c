namespace PooledGen.Analyzers.Tests.CodeFixes;

/// <summary>
/// Runs programs before and after the fix with a pool whose arrays are longer than requested and full of 0xEE: before it some of these bytes leave, and
/// after it none does.
/// </summary>
public class DirtyPoolTests() : FixTest(new SliceToFilledPartFixer(), "PG0205")
{
    [Theory]
    [InlineData("int read = source.Read(array, 0, n);")]
    [InlineData("int read = source.Read(array.AsSpan(0, n));")]
    [InlineData("int length = System.Text.Encoding.UTF8.GetBytes(text, 0, text.Length, array, 0);")]
    [InlineData("n.TryFormat(array, out int written);")]
    [InlineData("int count = 0; foreach (char c in text) array[count++] = (byte)c;")]
    [InlineData("source.ReadExactly(array, 0, text.Length);", "text.Length")]
    [InlineData("source.ReadExactly(array.AsSpan(0, text.Length));", "text.Length")]
    [InlineData("Array.Copy(bytes, array, bytes.Length);", "bytes.Length")]
    [InlineData("bytes.CopyTo(array, 0);", "bytes.Length")]
    public async Task FilledPart_IsAllThatLeaves(string fill, string length = "n")
    {
        foreach (string use in new[] { "target.Write([|array|]);", "target.Write([|array|].AsSpan());", "target.Write(array, 0, [|array|].Length);" })
        {
            (string? before, string? after) = await OutputsOf(Program(length, fill, use));

            Assert.Contains("EE", before, StringComparison.Ordinal);
            Assert.DoesNotContain("EE", after, StringComparison.Ordinal);
            Assert.NotEqual("", after);
        }
    }

    private static string Program(string length, string fill, string use) => $$"""
        public static class C
        {
            public static string Run()
            {
                byte[] dirty = ArrayPool<byte>.Shared.Rent(9);
                Array.Fill(dirty, (byte)0xEE);
                ArrayPool<byte>.Shared.Return(dirty);
                var target = new MemoryStream();
                Copy(7, "abc", [1, 2, 3], new MemoryStream([4, 5, 6]), target);
                return Convert.ToHexString(target.ToArray());
            }

            private static void Copy(int n, string text, byte[] bytes, Stream source, Stream target)
            {
                byte[] array = ArrayPool<byte>.Shared.Rent({{length}});
                try
                {
                    {{fill}}
                    {{use}}
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(array);
                }
            }
        }
        """;
}
