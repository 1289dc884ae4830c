using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>An editorconfig file with one line for C# files.</summary>
internal sealed class EditorConfig(string line) : SyntaxTreeOptionsProvider
{
    private readonly AnalyzerConfigOptionsResult _options = AnalyzerConfigSet
        .Create(ImmutableArray.Create(AnalyzerConfig.Parse($"root = true\n[*.cs]\n{line}\n", "/.editorconfig")))
        .GetOptionsForSourcePath("/Consumer.cs");

    /// <summary>The options that are no severities, for each file.</summary>
    public EditorConfigOptions Options => new(_options.AnalyzerOptions);

    public override GeneratedKind IsGenerated(SyntaxTree tree, CancellationToken cancellationToken) => GeneratedKind.Unknown;

    public override bool TryGetDiagnosticValue(SyntaxTree tree, string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity)
        => _options.TreeOptions.TryGetValue(diagnosticId, out severity);

    public override bool TryGetGlobalDiagnosticValue(string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity)
    {
        severity = ReportDiagnostic.Default;
        return false;
    }
}
