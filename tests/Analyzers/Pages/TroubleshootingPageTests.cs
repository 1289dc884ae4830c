using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>docs/troubleshooting.md: what the compiler refuses, with which errors, and what it accepts instead.</summary>
public partial class TroubleshootingPageTests
{
    private const string Declarations = """
        using System;
        using System.Collections.Generic;
        using System.Threading.Tasks;
        using PooledGen;

        [PooledBuffer<byte>(MaxLength = 1024)]
        public partial struct Packet;

        """;

    private static readonly string s_page = new Page("docs/troubleshooting.md").Text;

    /// <summary>The sections with code: the errors in the heading, the code that has them, and the code instead.</summary>
    public static TheoryData<string, string, string> Sections
    {
        get
        {
            var sections = new TheoryData<string, string, string>();
            foreach (Match section in Section().Matches(s_page))
                sections.Add(section.Groups["errors"].Value, section.Groups["wrong"].Value, section.Groups["instead"].Value);

            return sections;
        }
    }

    [Fact]
    public void Page_HasSections()
    {
        Assert.InRange(Sections.Count, 17, int.MaxValue);
        Assert.Equal(Regex.Count(s_page, "^```csharp$", RegexOptions.Multiline), 2 * Sections.Count);
    }

    /// <summary>A reader comes with the code of an error, and finds it in the table at the top.</summary>
    [Fact]
    public void Index_LeadsFromEachErrorToItsSection()
    {
        string index = s_page[..s_page.IndexOf("\n## ", StringComparison.Ordinal)];
        string[] sections = [.. Regex.Matches(s_page, "^### (CS.*)$", RegexOptions.Multiline).Select(static match => LinkTests.Anchor(match.Groups[1].Value))];

        Assert.NotEmpty(sections);
        Assert.All(sections, section => Assert.Contains($"(#{section})", index, StringComparison.Ordinal));
        Assert.Empty(ErrorsNamedIn(s_page).Except(ErrorsNamedIn(index)));
    }

    [Theory]
    [MemberData(nameof(Sections))]
    public void WrittenCode_DoesNotCompile_AsThePageSays(string errors, string wrong, string instead)
    {
        Assert.NotEqual(wrong, instead);
        Assert.Equal(ErrorsNamedIn(errors).Order(StringComparer.Ordinal), ErrorsOf(wrong));
    }

    [Theory]
    [MemberData(nameof(Sections))]
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
        Assert.Contains(error, s_page, StringComparison.Ordinal);
    }

    [GeneratedRegex("^### (?<errors>CS[^:\n]*): .*?^```csharp\n(?<wrong>.*?)^```\n\nInstead:\n\n```csharp\n(?<instead>.*?)^```$",
        RegexOptions.Singleline | RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Section();

    private static IEnumerable<string> ErrorsNamedIn(string text) => Regex.Matches(text, @"CS\d{4}").Select(static match => match.Value);

    // The compiler finds CS4007 only when it emits. A field that nothing uses (CS0169) is a warning, and no matter here.
    private static IEnumerable<string> ErrorsOf(string code)
        => new Consumer($"{Declarations}static class Test {{ {code} }}").Generate().Compilation.Emit(Stream.Null).Diagnostics
            .Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)
            .Select(static error => error.Id)
            .Except(["CS0169"]).Distinct().Order(StringComparer.Ordinal);
}
