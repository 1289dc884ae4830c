namespace PooledGen.Analyzers.Tests.CodeFixes;

public class MakeCopyAReferenceTests() : FixTest(new MakeCopyAReferenceFixer(), "PG0106")
{
    [Theory]
    [InlineData("var copy = [|packet|];", "ref readonly var copy = ref packet;")]
    [InlineData("Packet copy = [|packet|];", "ref readonly Packet copy = ref packet;")]
    public Task CopyOfAVariable_BecomesAReference(string copy, string expected) => Fixed(Method(copy), Method(expected));

    [Fact]
    public Task Trivia_StaysWhereItIs() => Fixed(
        Method("\n    // The same.\n    var copy = /* that */ [|packet|]; // again\n"),
        Method("\n    // The same.\n    ref readonly var copy = /* that */ ref packet; // again\n"));

    [Fact]
    public Task FixAll_InTheDocument() => AllFixed(
        Method("var other = [|packet|]; _ = other.Length; var copy = [|packet|];"),
        Method("ref readonly var other = ref packet; _ = other.Length; ref readonly var copy = ref packet;"));

    [Theory]
    [InlineData("var [|copy|] = packet; copy = parameter;")]
    [InlineData("var [|copy|] = parameter; parameter = default;")]
    [InlineData("using var [|copy|] = packet;")]
    [InlineData("scoped Packet copy; [|copy = packet|];")]
    [InlineData("var text = Packet.CreateWriter(); var [|copy|] = text; copy.Append(1);")]
    public Task CopyThatIsNotTheSameVariable_IsRefused(string copy) => Refused(Method(copy));

    private static string Method(string copy) => "static class C { static void M(Packet parameter) { using var packet = Packet.Rent(8); " + copy
        + " _ = copy.Length; } }\n[PooledBuffer<byte>(MaxLength = 64)] partial struct Packet;";
}
