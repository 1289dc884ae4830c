using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Analyzers;

/// <summary>An analyzer with one rule. It ignores generated code and runs concurrently with the others.</summary>
public abstract class SingleRuleAnalyzer : DiagnosticAnalyzer
{
    private protected SingleRuleAnalyzer(DiagnosticDescriptor rule)
    {
        Rule = rule;
        SupportedDiagnostics = ImmutableArray.Create(rule);
    }

    /// <inheritdoc/>
    public sealed override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; }

    private protected DiagnosticDescriptor Rule { get; }

    /// <inheritdoc/>
    public sealed override void Initialize(AnalysisContext context)
    {
        // GeneratedCode says why the rules leave generated code out themselves.
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.Analyze | GeneratedCodeAnalysisFlags.ReportDiagnostics);
        context.EnableConcurrentExecution();
        Register(context);
    }

    /// <summary>
    /// Reports the diagnostics of a check for each file that no tool wrote. Rules that need bodies register neither operation nor symbol start actions:
    /// docs/internals/design.md, section 9.
    /// </summary>
    private protected static void ReportInEachFile(CompilationStartAnalysisContext start, Func<SemanticModelAnalysisContext, IEnumerable<Diagnostic>> check)
        => start.RegisterSemanticModelAction(file =>
        {
            if (file.IsGeneratedCode)
                return;

            foreach (Diagnostic diagnostic in check(file).WithCheckpoints(file.CancellationToken))
            {
                if (!GeneratedCode.IsAt(diagnostic.Location, file.SemanticModel, file.CancellationToken))
                    file.ReportDiagnostic(diagnostic);
            }
        });

    /// <summary>Registers the actions of the rule.</summary>
    private protected abstract void Register(AnalysisContext context);
}
