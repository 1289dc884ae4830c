using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Tests;

/// <summary>An editorconfig file with one line for C# files.</summary>
internal sealed class EditorConfig(string line) : SyntaxTreeOptionsProvider
{
    private readonly AnalyzerConfigOptionsResult _options = AnalyzerConfigSet
        .Create(ImmutableArray.Create(AnalyzerConfig.Parse($"root = true\n[*.cs]\n{line}\n", "/.editorconfig")))
        .GetOptionsForSourcePath("/Consumer.cs");

    public override GeneratedKind IsGenerated(SyntaxTree tree, CancellationToken cancellationToken) => GeneratedKind.Unknown;

    public override bool TryGetDiagnosticValue(SyntaxTree tree, string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity)
        => _options.TreeOptions.TryGetValue(diagnosticId, out severity);

    public override bool TryGetGlobalDiagnosticValue(string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity)
    {
        severity = ReportDiagnostic.Default;
        return false;
    }
}
