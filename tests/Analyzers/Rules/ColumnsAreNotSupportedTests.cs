using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class ColumnsAreNotSupportedTests() : DefinitionTest("PG0036")
{
    private const string Fields = "public partial struct Points { private struct Layout { public int X; } }";

    [Theory]
    [InlineData(LanguageVersion.CSharp8)]
    [InlineData(LanguageVersion.CSharp14)]
    public Task ColumnsOnNetStandard_AreDiagnosedAtTheAttribute(LanguageVersion version) => Diagnosed(
        $"[[|PooledColumns(MaxLength = 64)|]] {Fields}",
        Consumer with { Framework = ConsumerFramework.NetStandard20, LanguageVersion = version, Nullable = NullableContextOptions.Disable },
        "'Points' has columns, which lie in pinned arrays, and this project's framework has none; target .NET 8 or later");

    [Fact]
    public async Task ColumnsElsewhere_AreAccepted()
    {
        await Accepted($"[PooledColumns(MaxLength = 64)] {Fields}");
        await Accepted($"[PooledColumns(MaxLength = 64)] {Fields}", Consumer with { Framework = ConsumerFramework.Net80 });
    }
}
