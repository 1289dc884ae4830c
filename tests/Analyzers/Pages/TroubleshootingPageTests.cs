using Microsoft.CodeAnalysis;
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

    // The compiler finds CS4007 only when it emits. A field that nothing uses (CS0169) is a warning, and no matter here.
    private static IEnumerable<string> ErrorsOf(string code)
        => new Consumer($"{Declarations}static class Test {{ {code} }}").Generate().Compilation.Emit(Stream.Null).Diagnostics
            .Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)
            .Select(static error => error.Id)
            .Except(["CS0169"]).Distinct().Order(StringComparer.Ordinal);
}
