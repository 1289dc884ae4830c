using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Analyzers.Tests.CodeFixes;

/// <summary>The rules that the package ships.</summary>
internal static class Rules
{
    public static ImmutableArray<DiagnosticAnalyzer> All => Testing.Rules.All;

    public static DiagnosticAnalyzer Find(string id) => All.Single(rule => rule.SupportedDiagnostics.Any(supported => supported.Id == id));

    public static async Task<ImmutableArray<Diagnostic>> ReportAsync(ImmutableArray<DiagnosticAnalyzer> rules, Project project)
        => await (await project.GetCompilationAsync())!.WithAnalyzers(rules).GetAnalyzerDiagnosticsAsync();
}
