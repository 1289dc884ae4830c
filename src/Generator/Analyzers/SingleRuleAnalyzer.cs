using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Generator.Analyzers;

/// <summary>An analyzer with one rule: it leaves generated code alone, and runs beside the others.</summary>
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
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        Register(context);
    }

    /// <summary>Registers what the rule looks at.</summary>
    private protected abstract void Register(AnalysisContext context);
}
