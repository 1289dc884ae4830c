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
    [InlineData("if (!n.TryFormat(array, out int written)) return;", "written")]
    [InlineData("int read = stream.Read(array.AsSpan(0)); if (array[0] == 3) return;", "read")]
    [InlineData("System.Buffers.Text.Base64.DecodeFromUtf8(new byte[9], array, out int consumed, out int written);", "written")]
    [InlineData("int count = 0; foreach (char c in text) array[count++] = (byte)c;", "count")]
    [InlineData("stream.ReadExactly(array, 0, n);", "n")]
    [InlineData("stream.ReadExactly(array.AsSpan(0, n));", "n")]
    [InlineData("Array.Copy(new byte[9], array, n);", "n")]
    [InlineData("Array.Copy(new byte[9], 4, array, 0, n);", "n")]
    public Task EndOfTheData_ComesFromTheCallThatFilled(string fill, string length) => Fixed(
        Method("n", "stream.Write([|array|].AsSpan());", fill), Method("n", $"stream.Write(array.AsSpan(0, {length}));", fill));

    [Fact]
    public Task EndOfTheData_OfACopy_IsTheLengthOfItsSource()
    {
        return Fixed(Of("[|array|].AsSpan()"), Of("array.AsSpan(0, source.Length)"));

        static string Of(string whole) => Copy("source.CopyTo(array, 0);", whole);
    }

    // The end of the copy is not the length of its source.
    [Theory]
    [InlineData("source.CopyTo(array, 4);")]
    [InlineData("source.CopyTo(array.AsSpan(4));")]
    [InlineData("source.AsSpan(2).CopyTo(array);")]
    public Task EndOfTheData_OfACopyOfOrToAPart_IsRefused(string fill) => Refused(Copy(fill, "[|array|].AsSpan()"));

    [Theory]
    [InlineData("text.CopyTo(0, array, 0, 3);")]
    [InlineData("int length = System.Text.Encoding.UTF8.GetBytes(array, 0, 3, new byte[9], 0);")]
    [InlineData("Buffer.BlockCopy(new char[9], 0, array, 0, text.Length);")]
    public Task EndOfTheData_InOtherUnitsOrElsewhere_IsRefused(string fill) => Refused(
        "class C { void M(string text, TextWriter writer) { var array = ArrayPool<char>.Shared.Rent(text.Length); "
            + $"{fill} writer.Write([|array|].AsSpan()); ArrayPool<char>.Shared.Return(array); }} }}");

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
    [InlineData("int count = 4; array[count++] = 1;")]
    [InlineData("int count = 0; count += 2; array[count++] = 1;")]
    [InlineData("System.Buffers.Text.Base64.DecodeFromUtf8(new byte[9], array, out int consumed, out _);")]
    [InlineData("int value = System.Runtime.InteropServices.Marshal.ReadInt32(array, 0);")]
    [InlineData("int read = ReadArray(array);")]
    [InlineData("TryFormat(array, out int charsWritten);")]
    public Task EndOfTheData_ThatTheCodeDoesNotShow_IsRefused(string fill) => Refused(Method("n", "stream.Write([|array|].AsSpan());", fill));

    [Theory]
    [InlineData("int read = stream.Read(array, 4, n);")]
    [InlineData("int read = stream.Read(array, n, 4);")]
    [InlineData("int read = stream.Read(array.AsSpan(4));")]
    [InlineData("int read = stream.Read(offset: 4, buffer: array, count: n);")]
    [InlineData("int length = System.Text.Encoding.UTF8.GetBytes(text, 0, text.Length, array, 4);")]
    [InlineData("n.TryFormat(array.AsSpan(4), out int written);")]
    [InlineData("Array.Copy(new byte[9], 0, array, 4, n);")]
    [InlineData("stream.ReadExactly(array, 4, n);")]
    [InlineData("stream.ReadExactly(array.AsSpan(4, n));")]
    public Task EndOfTheData_BehindAnOffset_IsRefused(string fill) => Refused(Method("n", "stream.Write([|array|].AsSpan());", fill));

    [Theory]
    [InlineData("byte[] same = array; same[5] = 1;")]
    [InlineData("new MemoryStream(array).WriteByte(1);")]
    [InlineData("ref byte fifth = ref array[5]; fifth = 1;")]
    [InlineData("Span<byte> body = array.AsSpan(4); stream.ReadExactly(body);")]
    [InlineData("array.AsSpan(4).Fill(1);")]
    [InlineData("Take(array);")]
    [InlineData("void Set() => array[5] = 1; Set();")]
    [InlineData("int more = stream.Read(array, 0, 3);")]
    [InlineData("int count = 0; array[count++] = 1;")]
    public Task EndOfTheData_WithAnotherUseThatMayWrite_IsRefused(string other) => Refused(
        Method("n", "stream.Write([|array|].AsSpan());", $"int read = stream.Read(array, 0, n); {other}"));

    [Theory]
    [InlineData("int written = 0; if (n > 3) n.TryFormat(array, out written);")]
    [InlineData("int written = 0; bool isDone = n > 3 && n.TryFormat(array, out written);")]
    [InlineData("int written = 0; bool isDone = n > 3 ? n.TryFormat(array, out written) : false;")]
    [InlineData("int written = 0; bool isDone = n switch { 3 => n.TryFormat(array, out written), _ => false };")]
    [InlineData("int written = 0; while (n > 3) n.TryFormat(array, out written);")]
    [InlineData("if (n > 3) { stream.ReadExactly(array, 0, n); }")]
    [InlineData("if (n > 3) { } else { stream.ReadExactly(array, 0, n); }")]
    [InlineData("switch (n) { case 3: stream.ReadExactly(array, 0, n); break; }")]
    [InlineData("try { stream.ReadExactly(array, 0, n); } catch (IOException) { }")]
    [InlineData("void Fill() => stream.ReadExactly(array, 0, n); Fill();")]
    [InlineData("Task filled = stream.ReadExactlyAsync(array, 0, n).AsTask();")]
    public Task EndOfTheData_OfACallThatMayNotHaveBeenMade_IsRefused(string fill) => Refused(Method("n", "stream.Write([|array|].AsSpan());", fill));

    [Fact]
    public Task EndOfTheData_UnderAConditionBehindTheCall_IsShown() => Fixed(
        Method("n", "if (read > 0) stream.Write([|array|].AsSpan());", "int read = stream.Read(array, 0, n);"),
        Method("n", "if (read > 0) stream.Write(array.AsSpan(0, read));", "int read = stream.Read(array, 0, n);"));

    [Fact]
    public Task LoopThatWritesLater_IsRefused() => Refused(
        Method("n", "while (read > 0) { stream.Write([|array|].AsSpan()); stream.Read(array, 0, 9); }", "int read = stream.Read(array, 0, n);"));

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

    private static string Copy(string fill, string whole)
        => "class C { void M(byte[] source, Stream stream) { var array = ArrayPool<byte>.Shared.Rent(source.Length); "
            + $"{fill} stream.Write({whole}); ArrayPool<byte>.Shared.Return(array); }} }}";

    private static string Method(string length, string use, string? fill = null)
        => "static class C { static void Read(ReadOnlySpan<byte> s) { } static void Take(byte[] a) { } static int Length() => 3;\n"
            + "    static int ReadArray(byte[] a) => 3; static bool TryFormat(byte[] a, out int charsWritten) { charsWritten = 3; return true; }\n"
            + $"    static void M(int n, string text, Stream stream) {{ var array = ArrayPool<byte>.Shared.Rent({length}); "
            + $"{fill ?? $"Buffer.BlockCopy(new byte[99], 0, array, 0, {length});"} {use} "
            + $"ArrayPool<byte>.Shared.Return(array); }} }}";
}
