using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class LanguageVersionIsTooOldTests() : DefinitionTest("PG0012")
{
    [Theory]
    [InlineData("[[|PooledBuffer(MaxLength = 64)|]] public partial struct Packet { }", LanguageVersion.CSharp7_3, "7.3")]
    [InlineData("[[|PooledBuffer(typeof(byte), MaxLength = 64)|]] public partial struct Packet { }", LanguageVersion.CSharp7_3, "7.3")]
    [InlineData("[[|PooledBuffer(typeof(byte), MaxLength = 64)|]] public partial struct Packet { }", LanguageVersion.CSharp7_2, "7.2")]
    [InlineData("[[|PooledBuffer(typeof(byte), MaxLength = 64)|]] public partial struct Packet { }", LanguageVersion.CSharp7, "7.0")]
    [InlineData("[[|PooledBuffer(MaxLength = 64)|]] public partial struct Packet { }", LanguageVersion.CSharp6, "6")]
    [InlineData("[[|PooledBuffer(MaxLength = 64)|]] public partial struct Packet { }", LanguageVersion.CSharp5, "5")]
    public Task LanguageBeforeCSharp8_IsDiagnosedAtTheAttribute(string markup, LanguageVersion version, string name) => Diagnosed(
        markup,
        Old(version),
        $"'Packet' is compiled as C# {name}; pooled buffers need C# 8.0 or later (<LangVersion> in the project file)");

    [Theory]
    [InlineData(LanguageVersion.CSharp8)]
    [InlineData(LanguageVersion.CSharp9)]
    [InlineData(LanguageVersion.CSharp10)]
    [InlineData(LanguageVersion.CSharp11)]
    [InlineData(LanguageVersion.CSharp12)]
    [InlineData(LanguageVersion.CSharp13)]
    [InlineData(LanguageVersion.CSharp14)]
    public Task CSharp8AndLater_IsAccepted(LanguageVersion version)
        => Accepted("[PooledBuffer(typeof(byte), MaxLength = 64)] public partial struct Packet { }", Old(version));

    [Fact]
    public Task InterfaceOnNetStandard_IsAcceptedAsAContainer() => Accepted(
        "public partial interface IOuter { [PooledBuffer(typeof(byte), MaxLength = 64)] public partial struct Packet { } }",
        Old(LanguageVersion.CSharp8) with { Framework = ConsumerFramework.NetStandard20 });

    private static Consumer Old(LanguageVersion version)
        => new("") { LanguageVersion = version, Nullable = version < LanguageVersion.CSharp8 ? NullableContextOptions.Disable : NullableContextOptions.Enable };
}
