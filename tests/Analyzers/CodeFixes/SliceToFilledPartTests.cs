using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.CodeFixes;

public class SliceToFilledPartTests() : FixTest(new SliceToFilledPartFixer(), "PG0205")
{
    [Theory]
    [InlineData("n", "stream.Write([|array|].AsSpan());", "stream.Write(array.AsSpan(0, n));")]
    [InlineData("n", "stream.WriteAsync([|array|].AsMemory());", "stream.WriteAsync(array.AsMemory(0, n));")]
    [InlineData("n", "stream.Write([|array|]);", "stream.Write(array.AsSpan(0, n));")]
    [InlineData("n", "stream.WriteAsync([|array|]);", "stream.WriteAsync(array.AsMemory(0, n));")]
    [InlineData("n", "[|array|].CopyTo(new byte[80].AsSpan(4));", "array.AsSpan(0, n).CopyTo(new byte[80].AsSpan(4));")]
    [InlineData("n", "[|array|].AsSpan().CopyTo(new byte[80].AsSpan(4));", "array.AsSpan(0, n).CopyTo(new byte[80].AsSpan(4));")]
    [InlineData("n", "Convert.ToBase64String([|array|]);", "Convert.ToBase64String(array.AsSpan(0, n));")]
    [InlineData("n", "foreach (byte b in [|array|]) n.ToString();", "foreach (byte b in array.AsSpan(0, n)) n.ToString();")]
    [InlineData("n", """
        foreach (byte b in [|array|]) n.ToString();
        async void Other() => await stream.FlushAsync();
        Other();
        """,
        """
        foreach (byte b in array.AsSpan(0, n)) n.ToString();
        async void Other() => await stream.FlushAsync();
        Other();
        """)]
    [InlineData("n", """
        foreach (byte b in [|array|]) n.ToString();
        System.Collections.Generic.IEnumerable<int> Other() { yield return 1; }
        Other();
        """,
        """
        foreach (byte b in array.AsSpan(0, n)) n.ToString();
        System.Collections.Generic.IEnumerable<int> Other() { yield return 1; }
        Other();
        """)]
    [InlineData("64", "stream.Write(array, 0, [|array|].Length);", "stream.Write(array, 0, 64);")]
    [InlineData("n + 1", "stream.Write(array, 0, [|array|].Length);", "stream.Write(array, 0, (n + 1));")]
    [InlineData("text.Length", "for (int i = 0; i < [|array|].Length; i++) array[i].ToString();",
        "for (int i = 0; i < text.Length; i++) array[i].ToString();")]
    [InlineData("n", "Array.Sort([|array|]);", "Array.Sort(array, 0, n);")]
    [InlineData("n", "Array.Sort([|array|], System.Collections.Generic.Comparer<byte>.Default);",
        "Array.Sort(array, 0, n, System.Collections.Generic.Comparer<byte>.Default);")]
    [InlineData("n", "Array.Reverse([|array|]);", "Array.Reverse(array, 0, n);")]
    [InlineData("n", "[|array|].CopyTo(new byte[80].AsMemory(4));", "array.AsMemory(0, n).CopyTo(new byte[80].AsMemory(4));")]
    [InlineData("n", "_ = new MemoryStream([|array|]);", "_ = new MemoryStream(array, 0, n);")]
    [InlineData("n", "stream.WriteAsync(new([|array|]));", "stream.WriteAsync(new(array, 0, n));")]
    public Task WholeArray_BecomesTheAskedPart(string length, string use, string expected) => Fixed(Method(length, use), Method(length, expected));

    // What the call that filled the array has answered is the end of the data, and not the requested length.
    [Theory]
    [InlineData("int read = stream.Read(array, 0, n);", "read")]
    [InlineData("int read = stream.Read(array.AsSpan(0, n));", "read")]
    [InlineData("int length = System.Text.Encoding.UTF8.GetBytes(text, 0, text.Length, array, 0);", "length")]
    [InlineData("n.TryFormat(array, out int written);", "written")]
    [InlineData("int written; n.TryFormat(array, out written);", "written")]
    [InlineData("int count = 0; foreach (char c in text) array[count++] = (byte)c;", "count")]
    [InlineData("stream.ReadExactly(array, 0, n);", "n")]
    [InlineData("stream.ReadExactly(array.AsSpan(0, n));", "n")]
    [InlineData("Array.Copy(new byte[9], array, n);", "n")]
    public Task EndOfTheData_ComesFromTheCallThatFilled(string fill, string length) => Fixed(
        Method("n", "stream.Write([|array|].AsSpan());", fill), Method("n", $"stream.Write(array.AsSpan(0, {length}));", fill));

    [Fact]
    public Task EndOfTheData_OfACopy_IsTheLengthOfItsSource()
    {
        return Fixed(Of("[|array|].AsSpan()"), Of("array.AsSpan(0, source.Length)"));

        static string Of(string whole) => "class C { void M(byte[] source, Stream stream) { var array = ArrayPool<byte>.Shared.Rent(source.Length); "
            + $"source.CopyTo(array, 0); stream.Write({whole}); ArrayPool<byte>.Shared.Return(array); }} }}";
    }

    [Fact]
    public Task EndOfTheData_OfAnAwaitedRead_IsItsResult() => Fixed(Awaited("[|array|]"), Awaited("array.AsMemory(0, read)"));

    // Any length would silence the rule, and hide that nothing counts the data.
    [Theory]
    [InlineData("")]
    [InlineData("stream.Read(array, 0, n);")]
    [InlineData("System.Text.Encoding.UTF8.GetBytes(text, 0, text.Length, array, 0);")]
    [InlineData("stream.ReadExactly(array, 0, 3);")]
    [InlineData("array[0] = 1;")]
    [InlineData("{ int read = stream.Read(array, 0, n); }")]
    [InlineData("int count = 0; array[count++] = 1; array[3] = 2;")]
    public Task EndOfTheData_ThatTheCodeDoesNotShow_IsRefused(string fill) => Refused(Method("n", "stream.Write([|array|].AsSpan());", fill));

    [Fact]
    public Task CountThatChangesAfterwards_IsRefused()
        => Refused(Method("n", "stream.Write([|array|].AsSpan()); read = 0;", "int read = stream.Read(array, 0, n);"));

    [Fact]
    public Task WholeArrayOfAPooledArrayPool_BecomesTheAskedPart()
    {
        return Fixed(Of("stream.Write([|array|]);"), Of("stream.Write(array.AsSpan(0, n));"));

        static string Of(string use)
            => Method("n", use).Replace("ArrayPool<byte>.Shared", "new PooledGen.PooledArrayPool<byte>(64)", StringComparison.Ordinal);
    }

    [Fact]
    public Task ToArrayOfLinq_BecomesThatOfASpan() => Fixed(
        "namespace N\n{\n    using System.Linq;\n    " + Method("n", "byte[] all = [|array|].ToArray(); all.ToString();") + "\n}",
        "namespace N\n{\n    using System.Linq;\n    " + Method("n", "byte[] all = array.AsSpan(0, n).ToArray(); all.ToString();") + "\n}");

    // .NET Standard has no such overload.
    [Theory]
    [InlineData("Convert.ToBase64String([|array|]);", null)]
    [InlineData("Array.Sort([|array|]);", "Array.Sort(array, 0, n);")]
    public Task WholeArrayInAProjectThatAlsoTargetsNetStandard_BecomesWhatEachTargetHas(string use, string? expected) => FixedForBoth(
        Method("n", use), expected is null ? null : Method("n", expected), Consumer with { Framework = ConsumerFramework.NetStandard20 });

    [Fact]
    public Task Trivia_StaysWhereItIs() => Fixed(
        Method("n", "// All.\n    stream.Write(/* all */ [|array|] /* of it */); // done\n"),
        Method("n", "// All.\n    stream.Write(/* all */ array.AsSpan(0, n) /* of it */); // done\n"));

    [Fact]
    public Task FixAll_InTheDocument() => AllFixed(
        Method("n", "stream.Write([|array|]); stream.WriteAsync([|array|]);"),
        Method("n", "stream.Write(array.AsSpan(0, n)); stream.WriteAsync(array.AsMemory(0, n));"));

    [Theory]
    [InlineData("Length()", "Read([|array|]);")]
    [InlineData("n++", "Read([|array|]);")]
    [InlineData("n", "n = 3; Read([|array|]);")]
    [InlineData("n", "Read([|array|]); array = new byte[3];")]
    [InlineData("n", "Take([|array|]);")]
    [InlineData("n", "_ = [|array|][^1];")]
    [InlineData("n", "async Task Sum() { foreach (byte b in [|array|]) await Task.Yield(); } Sum();")]
    public Task LengthThatCannotBeSaidAgain_IsRefused(string length, string use) => Refused(Method(length, use));

    [Fact]
    public Task NameThatMeansSomethingElseHere_IsRefused() => Refused(
        "namespace N\n{\n    " + Method("n", "Read([|array|]);")
            + "\n    static class Extensions { public static byte[] AsSpan(this byte[] array, int from, int to) => array; }\n}");

    private static string Awaited(string whole) => "class C { async Task M(int n, Stream stream) { var array = ArrayPool<byte>.Shared.Rent(n); "
        + $"int read = await stream.ReadAsync(array).ConfigureAwait(false); await stream.WriteAsync({whole}); ArrayPool<byte>.Shared.Return(array); }} }}";

    private static string Method(string length, string use, string? fill = null)
        => "static class C { static void Read(ReadOnlySpan<byte> s) { } static void Take(byte[] a) { } static int Length() => 3;\n"
            + $"    static void M(int n, string text, Stream stream) {{ var array = ArrayPool<byte>.Shared.Rent({length}); "
            + $"{fill ?? $"Buffer.BlockCopy(new byte[99], 0, array, 0, {length});"} {use} "
            + $"ArrayPool<byte>.Shared.Return(array); }} }}";
}
