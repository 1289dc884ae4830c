using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0220: An entry of the option <c>pooledgen_pools</c> names no pool, so the rules do not see it.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PoolOptionIsWrongAnalyzer() : SingleRuleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0220",
        "Pool in the options is not found",
        "The option pooledgen_pools lists '{0}', {1}",
        DiagnosticSeverity.Warning);

    // The text of a configuration file is not part of a compilation, so the diagnostic has no location.
    private protected override void Register(AnalysisContext context) => context.RegisterCompilationAction(whole =>
    {
        foreach (PoolOption entry in PoolOption.EntriesFor(whole.Compilation, whole.Options.AnalyzerConfigOptionsProvider))
        {
            if (entry.Resolve(whole.Compilation).Problem is { } problem)
                whole.ReportDiagnostic(Diagnostic.Create(Rule, Location.None, entry.Text, problem));
        }
    });
}
