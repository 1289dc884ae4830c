using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>A rule about what becomes of a rental in a body.</summary>
public abstract class FlowAnalyzer : DiagnosticAnalyzer
{
    private readonly RentalFamily _family;

    private protected FlowAnalyzer(DiagnosticDescriptor rule, RentalFamily family)
    {
        _family = family;
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
        context.RegisterCompilationStartAction(start =>
        {
            if (_family.FlowsOf(start.Compilation) is { } flows)
                start.RegisterCodeBlockAction(block => Analyze(flows, block));
        });
    }

    /// <summary>What is wrong in a body; empty where nothing is.</summary>
    internal abstract IEnumerable<Diagnostic> Check(BodyFlow body);

    private void Analyze(FlowCache flows, CodeBlockAnalysisContext context)
    {
        foreach (BodyFlow body in flows.FlowsOf(context))
        {
            foreach (Diagnostic diagnostic in Check(body))
                context.ReportDiagnostic(diagnostic);
        }
    }
}
