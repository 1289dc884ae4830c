namespace PooledGen.Analyzers.Tests.CodeFixes;

public class PassByInTests() : FixTest(new PassByInFixer(), "PG0107")
{
    [Theory]
    [InlineData("public static int Sum(Packet [|packet|]) => packet[0];", "public static int Sum(in Packet packet) => packet[0];")]
    [InlineData("public static int Sum(int n, Packet [|packet|]) => packet[n];", "public static int Sum(int n, in Packet packet) => packet[n];")]
    [InlineData("public static int Sum(this Packet [|packet|]) => packet[0];", "public static int Sum(this in Packet packet) => packet[0];")]
    [InlineData(
        "static void M() { using var p = Packet.Rent(1); Look(p); static void Look(Packet [|packet|]) { } }",
        "static void M() { using var p = Packet.Rent(1); Look(p); static void Look(in Packet packet) { } }")]
    public Task Parameter_IsPassedByIn(string method, string expected) => Fixed(Class(method), Class(expected));

    [Fact]
    public Task Trivia_StaysWhereItIs() => Fixed(
        Class("static void M(\n    // What came.\n    [My] Packet [|packet|], // all of it\n    int n) { }"),
        Class("static void M(\n    // What came.\n    [My] in Packet packet, // all of it\n    int n) { }"));

    [Fact]
    public Task FixAll_InTheDocument() => AllFixed(
        Class("static void M(Packet [|a|], Packet [|b|]) { } static void N(Packet [|c|]) { }"),
        Class("static void M(in Packet a, in Packet b) { } static void N(in Packet c) { }"));

    [Theory]
    [InlineData("static void M(Packet [|packet|]) { packet = default; }")]
    [InlineData("static void M(Packet [|packet|]) { N(ref packet); } static void N(ref Packet packet) { }")]
    [InlineData("static void M(Packet [|packet|] = default) { }")]
    [InlineData("static void M(scoped Packet [|packet|]) { }")]
    [InlineData("static void M(PooledUtf8Writer [|text|]) { text.Append(1); }")]
    [InlineData("static void M(Packet [|packet|]) { } delegate void Look(Packet packet); static Look s_look = M;")]
    [InlineData("static void M(Packet [|packet|]) { } static void M(in Packet packet) { }")]
    [InlineData("class D { public virtual void M(Packet [|packet|]) { } }")]
    [InlineData("interface I { void M(Packet packet); } class D : I { public void M(Packet [|packet|]) { } }")]
    [InlineData("delegate void Look(Packet packet); static Look s_look = (Packet [|packet|]) => { };")]
    public Task ParameterOfAFixedSignature_IsRefused(string method) => Refused(Class(method));

    private static string Class(string members)
        => "static class C { " + members + " }\n[AttributeUsage(AttributeTargets.Parameter)] class MyAttribute : Attribute { }\n"
            + "[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;";
}
