using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Analyzers.Tests;

/// <summary>An editorconfig file with one line for C# files.</summary>
internal sealed class EditorConfig(string line) : SyntaxTreeOptionsProvider
{
    private readonly AnalyzerConfigOptionsResult _options = AnalyzerConfigSet
        .Create(ImmutableArray.Create(AnalyzerConfig.Parse($"root = true\n[*.cs]\n{line}\n", "/.editorconfig")))
        .GetOptionsForSourcePath("/Consumer.cs");

    /// <summary>The options that are no severities, for each file.</summary>
    public AnalyzerConfigOptionsProvider Options => new OptionsProvider(_options.AnalyzerOptions);

    public override GeneratedKind IsGenerated(SyntaxTree tree, CancellationToken cancellationToken) => GeneratedKind.Unknown;

    public override bool TryGetDiagnosticValue(SyntaxTree tree, string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity)
        => _options.TreeOptions.TryGetValue(diagnosticId, out severity);

    public override bool TryGetGlobalDiagnosticValue(string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity)
    {
        severity = ReportDiagnostic.Default;
        return false;
    }

    private sealed class OptionsProvider(ImmutableDictionary<string, string> options) : AnalyzerConfigOptionsProvider
    {
        public override AnalyzerConfigOptions GlobalOptions { get; } = new FileOptions(ImmutableDictionary<string, string>.Empty);

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => new FileOptions(options);

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => GlobalOptions;
    }

    private sealed class FileOptions(IReadOnlyDictionary<string, string> options) : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value) => options.TryGetValue(key, out value);
    }
}
