namespace PooledGen.Analyzers.Tests;

public class TypeIsFileLocalTests() : DefinitionTest("PG0013")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] file partial struct [|Packet|];", "Packet")]
    [InlineData("[PooledBuffer(MaxLength = 64)] file partial struct [|Packet|] { }", "Packet")]
    [InlineData("file partial class Outer { [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Packet|]; }", "Outer")]
    [InlineData("file partial interface IOuter { [PooledBuffer(MaxLength = 64)] public partial struct [|Packet|]; }", "IOuter")]
    [InlineData("file partial class Far { internal partial class Near { [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Packet|]; } }", "Far")]
    public Task FileLocalType_IsDiagnosedAtTheName(string markup, string fileLocal)
        => Diagnosed(markup, $"'Packet' is file-local, so the generated file cannot add its part; drop the 'file' modifier of '{fileLocal}'");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] internal partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial struct Packet;")]
    [InlineData("public partial class Outer { [PooledBuffer<byte>(MaxLength = 64)] private partial struct Packet; }")]
    [InlineData("""
        file class Helper { public int One => 1; }
        [PooledBuffer<byte>(MaxLength = 64)] partial struct Packet { public int One => new Helper().One; }
        """)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] partial struct @file;")]
    public Task TypeOfTheAssembly_IsAccepted(string source) => Accepted(source);
}
