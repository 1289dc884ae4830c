using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>Compares what rules and compiler say of a source with the marks in it.</summary>
/// <param name="id">The rule under test.</param>
public abstract class RuleTest(string id)
{
    /// <summary>Every rule of the package.</summary>
    internal static ImmutableArray<DiagnosticAnalyzer> AllRules => Rules.All;

    public string Id => id;

    /// <summary>What the compiler and the rules say of a project, in source order.</summary>
    internal static async Task<ImmutableArray<Diagnostic>> Analyze(
        CSharpCompilation compilation,
        ImmutableArray<DiagnosticAnalyzer> rules,
        SyntaxTreeOptionsProvider? severities = null,
        AnalyzerConfigOptionsProvider? options = null)
    {
        // A consumer's warnings are errors, unless a test is about severities.
        CSharpCompilationOptions compilationOptions = severities is null
            ? compilation.Options
            : compilation.Options.WithSyntaxTreeOptionsProvider(severities).WithGeneralDiagnosticOption(ReportDiagnostic.Default);
        ImmutableArray<Diagnostic> diagnostics = await compilation.WithOptions(compilationOptions)
            .WithAnalyzers(rules, options is null ? null : new AnalyzerOptions([], options))
            .GetAllDiagnosticsAsync();
        return
        [
            .. diagnostics
                .Where(diagnostic => diagnostic.Severity != DiagnosticSeverity.Hidden)
                .OrderBy(diagnostic => diagnostic.Location.SourceSpan.Start)
                .ThenBy(diagnostic => diagnostic.Id, StringComparer.Ordinal),
        ];
    }

    /// <summary>The marked diagnostics are there, and no other.</summary>
    private protected static void AssertMarked(Markup markup, IEnumerable<Diagnostic> diagnostics) => Assert.Equal(
        markup.Marks.OrderBy(mark => mark.Span.Start).ThenBy(mark => mark.Id, StringComparer.Ordinal)
            .Select(mark => Describe(mark.Id, mark.Span, markup.Source)),
        diagnostics.Select(diagnostic => Describe(diagnostic, markup.Source)));

    private protected static IEnumerable<string> OurMessages(IEnumerable<Diagnostic> diagnostics)
        => diagnostics.Where(diagnostic => diagnostic.Id.StartsWith("PG", StringComparison.Ordinal)).Select(diagnostic => diagnostic.GetMessage());

    private static string Describe(Diagnostic diagnostic, string source)
        => diagnostic.Location.SourceTree?.FilePath == "Consumer.cs"
            ? Describe(diagnostic.Id, diagnostic.Location.SourceSpan, source)
            : diagnostic.ToString();

    private static string Describe(string id, TextSpan span, string source) => $"{id} at {span.Start}: {source.Substring(span.Start, span.Length)}";
}
