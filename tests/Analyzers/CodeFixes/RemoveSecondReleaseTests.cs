namespace PooledGen.Analyzers.Tests.CodeFixes;

public class RemoveSecondReleaseTests() : FixTest(new RemoveSecondReleaseFixer(), "PG0218")
{
    private const string Return = "ArrayPool<byte>.Shared.Return(array)";

    [Theory]
    [InlineData(Return + "; [|" + Return + "|];", Return + ";")]
    [InlineData("try { Ask(); " + Return + "; } finally { [|" + Return + "|]; }", "try { Ask(); } finally { " + Return + "; }")]
    [InlineData(
        "try { Ask(); if (n == 3) { " + Return + "; return; } " + Return + "; } finally { [|" + Return + "|]; }",
        "try { Ask(); if (n == 3) { return; } } finally { " + Return + "; }")]
    public Task ReleaseThatAnotherMakesSuperfluous_IsRemoved(string body, string expected) => Fixed(Raw(body), Raw(expected));

    [Fact]
    public Task SecondReturn_UnderACondition_IsRemoved() => Fixed(
        Raw($"{Return}; if (n == 0) {{ [|{Return}|]; }} n++;"),
        Raw($"{Return}; if (n == 0) {{ }} n++;"),
        "PG0201");

    [Theory]
    [InlineData("packet.Dispose(); [|packet.Dispose()|];", "packet.Dispose();", "")]
    [InlineData("packet[0] = 1; [|packet.Dispose()|];", "packet[0] = 1;", "using ")]
    public Task SecondDispose_IsRemoved(string body, string expected, string isUsing) => Fixed(Renter(body, isUsing), Renter(expected, isUsing), "PG0105");

    [Fact]
    public Task Trivia_StaysWhereItIs() => Fixed(
        Raw($"\n    // Once.\n    {Return}; // done\n\n    // Twice.\n    [|{Return}|]; // again\n    // End.\n"),
        Raw($"\n    // Once.\n    {Return}; // done\n\n    // Twice.\n    // again\n    // End.\n"));

    [Fact]
    public Task FixAll_InTheDocument() => AllFixed(
        Raw($"{Return}; [|{Return}|]; n++;") + Raw($"{Return}; [|{Return}|];").Replace("class C", "class D", StringComparison.Ordinal),
        Raw($"{Return}; n++;") + Raw($"{Return};").Replace("class C", "class D", StringComparison.Ordinal));

    [Theory]
    [InlineData("if (n == 0) { " + Return + "; } [|" + Return + "|];")]
    [InlineData(Return + "; if (n == 0) [|" + Return + "|];")]
    [InlineData(Return + "; array = ArrayPool<byte>.Shared.Rent(n); [|" + Return + "|];")]
    [InlineData("for (int i = 0; i < 2; i++) { [|" + Return + "|]; }")]
    [InlineData("try { n++; } finally { if (n == 0) { " + Return + "; } } [|" + Return + "|];")]
    public Task ReleaseThatSomePathNeeds_IsRefused(string body) => Refused(Raw(body));

    private static string Raw(string body)
        => $"static class C {{ static void Ask() {{ }} static void M(int n) {{ var array = ArrayPool<byte>.Shared.Rent(n); {body} }} }}";

    private static string Renter(string body, string isUsing)
        => $"static class C {{ static void M(int n) {{ {isUsing}var packet = Packet.Rent(n); {body} }} }}\n"
            + "[PooledBuffer<byte>(MaxLength = 64)] partial struct Packet;";
}
