using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>docs/troubleshooting.md: what the compiler refuses, with which errors, and what it accepts instead.</summary>
public class TroubleshootingPageTests
{
    private const string Declarations = """
        using System;
        using System.Collections.Generic;
        using System.Threading.Tasks;
        using PooledGen;

        [PooledBuffer<byte>(MaxLength = 1024)]
        public partial struct PacketBuffer;

        """;

    public static TheoryData<string, string, string> Rows
    {
        get
        {
            var rows = new TheoryData<string, string, string>();
            string[] lines = new Page("docs/troubleshooting.md").Text.Split('\n');
            foreach (string line in lines.Where(static line => line.StartsWith("| CS", StringComparison.Ordinal)))
            {
                string[] cells = [.. line.Split(" | ").Select(static cell => cell.Trim('|', ' '))];
                rows.Add(cells[0], cells[1].Trim('`'), cells[3].Trim('`'));
            }

            return rows;
        }
    }

    [Fact]
    public void Page_HasRows() => Assert.InRange(Rows.Count, 9, int.MaxValue);

    [Theory]
    [MemberData(nameof(Rows))]
    public void WrittenCode_DoesNotCompile_AsThePageSays(string errors, string wrong, string instead)
    {
        Assert.NotEqual(wrong, instead);
        Assert.Equal(errors.Split(" and ").Order(StringComparer.Ordinal), ErrorsOf(wrong));
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void CodeInstead_Compiles(string errors, string wrong, string instead)
    {
        Assert.NotEqual(errors, wrong);
        Assert.Empty(ErrorsOf(instead));
    }

    [Theory]
    [InlineData(LanguageVersion.CSharp7_3, "CS8370", "[PooledBuffer<byte>(MaxLength = 1024)] partial struct OldBuffer { }")]
    [InlineData(LanguageVersion.CSharp8, "CS8400", "[PooledBuffer<byte>(MaxLength = 1024)] partial struct OldBuffer { }")]
    [InlineData(LanguageVersion.CSharp9, "CS8773", "[PooledBuffer<byte>(MaxLength = 1024)] partial struct OldBuffer { }")]
    [InlineData(LanguageVersion.CSharp10, "CS8936", "[PooledBuffer<byte>(MaxLength = 1024)] partial struct OldBuffer { }")]
    [InlineData(LanguageVersion.CSharp11, "CS9058", "[PooledBuffer(typeof(byte), MaxLength = 1024)] partial struct OldBuffer;")]
    [InlineData(LanguageVersion.CSharp12, "CS9202", "class OldMethod { async System.Threading.Tasks.Task M() { System.Span<byte> old = default; } }")]
    [InlineData(LanguageVersion.CSharp14, "CS8970", "[PooledBuffer<(int a, int b)>(MaxLength = 1024)] partial struct NamedBuffer;")]
    public void Declaration_OfANewerLanguage_HasTheErrorThatThePageExplains(LanguageVersion version, string error, string code)
    {
        var consumer = new Consumer($"using PooledGen; {code}") { LanguageVersion = version, Nullable = NullableContextOptions.Disable };

        Assert.Contains(error, consumer.Compile().GetDiagnostics().Select(static diagnostic => diagnostic.Id));
        Assert.Contains(error, new Page("docs/troubleshooting.md").Text, StringComparison.Ordinal);
    }

    // The compiler finds CS4007 only when it emits. A field that nothing uses (CS0169) is a warning, and no matter here.
    private static IEnumerable<string> ErrorsOf(string code)
        => new Consumer($"{Declarations}static class Test {{ {code} }}").Generate().Compilation.Emit(Stream.Null).Diagnostics
            .Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)
            .Select(static error => error.Id)
            .Except(["CS0169"]).Distinct().Order(StringComparer.Ordinal);
}
