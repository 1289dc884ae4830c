using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>A rule's severity is the user's to set, as any analyzer's; what is generated does not depend on it.</summary>
public class SeverityTests() : DefinitionTest("PG0004")
{
    private const string Broken = "[PooledBuffer<byte>(MaxLength = 0)] public partial struct Packet;";

    [Fact]
    public async Task PragmaDisable_SilencesTheRule()
    {
        (GeneratedConsumer generated, _) = await Verify($"#pragma warning disable PG0004\n{Broken}", Consumer);

        Assert.Contains("#error PG0004: ", generated.Files["Packet.g.cs"]);
    }

    [Fact]
    public async Task PragmaDisableOfAnotherRule_ChangesNothing()
        => await Verify("#pragma warning disable PG0005\n[PooledBuffer<byte>([|MaxLength = 0|])] public partial struct Packet;", Consumer);

    [Fact]
    public async Task PragmaRestore_EndsTheSilence() => await Verify(
        $"#pragma warning disable PG0004\n{Broken}\n#pragma warning restore PG0004\n[PooledBuffer<byte>([|MaxLength = 0|])] public partial struct Other;",
        Consumer);

    [Fact]
    public async Task EditorConfigNone_SilencesTheRule()
    {
        (GeneratedConsumer generated, _) = await Verify(Broken, Consumer, new EditorConfig("dotnet_diagnostic.PG0004.severity = none"));

        Assert.Contains("#error PG0004: ", generated.Files["Packet.g.cs"]);
    }

    [Theory]
    [InlineData("dotnet_diagnostic.PG0004.severity = warning", DiagnosticSeverity.Warning)]
    [InlineData("dotnet_diagnostic.PG0004.severity = error", DiagnosticSeverity.Error)]
    [InlineData("dotnet_diagnostic.PG0005.severity = none", DiagnosticSeverity.Error)]
    public async Task EditorConfigSeverity_IsTheDiagnosticsSeverity(string line, DiagnosticSeverity severity)
    {
        (_, ImmutableArray<Diagnostic> diagnostics) = await Verify(
            "[PooledBuffer<byte>([|MaxLength = 0|])] public partial struct Packet;", Consumer, new EditorConfig(line));

        Assert.Equal(severity, Assert.Single(diagnostics).Severity);
    }
}
