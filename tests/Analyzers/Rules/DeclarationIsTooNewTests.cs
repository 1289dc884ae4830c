using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class DeclarationIsTooNewTests() : DefinitionTest("PG0037")
{
    [Theory]
    [InlineData(LanguageVersion.CSharp8, "8.0", "CS8400")]
    [InlineData(LanguageVersion.CSharp9, "9.0", "CS8773")]
    [InlineData(LanguageVersion.CSharp10, "10.0", "CS8936")]
    public Task GenericAttribute_IsDiagnosedBesideTheCompilersError(LanguageVersion version, string name, string error) => Diagnosed(
        $"[[|{{|{error}:PooledBuffer<byte>(MaxLength = 64)|}}|]] public partial struct Packet {{ }}",
        In(version),
        $"'Packet' is compiled as C# {name}, in which an attribute has no type arguments; write [PooledBuffer(typeof(byte), …)]");

    [Theory]
    [InlineData(LanguageVersion.CSharp9, "9.0", "CS8773")]
    [InlineData(LanguageVersion.CSharp11, "11.0", "CS9058")]
    public Task StructWithoutBraces_IsDiagnosedBesideTheCompilersError(LanguageVersion version, string name, string error) => Diagnosed(
        $"[PooledBuffer(typeof(byte), MaxLength = 64)] public partial struct [|Packet|]{{|{error}:;|}}",
        In(version),
        $"'Packet' is compiled as C# {name}, in which a struct has braces; write {{ }} in place of the semicolon");

    [Fact]
    public Task UsesOfTheType_Bind() => Verify(
        """
        [[|{|CS8773:PooledBuffer<byte>(MaxLength = 64)|}|]] public partial struct Packet { }

        static class Client { static int Send(int length) { using var packet = Packet.Rent(length); return packet.Length; } }
        """,
        In(LanguageVersion.CSharp9));

    [Theory]
    [InlineData(LanguageVersion.CSharp9, "[PooledBuffer(typeof(byte), MaxLength = 64)] public partial struct Packet { }")]
    [InlineData(LanguageVersion.CSharp11, "[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet { }")]
    [InlineData(LanguageVersion.CSharp12, "[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    public Task DeclarationOfTheLanguage_IsAccepted(LanguageVersion version, string source) => Accepted(source, In(version));

    private static Consumer In(LanguageVersion version)
        => new("") { LanguageVersion = version, Nullable = NullableContextOptions.Disable };
}
