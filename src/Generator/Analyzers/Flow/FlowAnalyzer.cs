using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>A rule about what becomes of a rental in a body.</summary>
public abstract class FlowAnalyzer : SingleRuleAnalyzer
{
    private readonly RentalFamily _family;

    private protected FlowAnalyzer(DiagnosticDescriptor rule, RentalFamily family) : base(rule) => _family = family;

    private protected sealed override void Register(AnalysisContext context) => context.RegisterCompilationStartAction(start =>
    {
        if (_family.FlowsOf(start.Compilation) is not { } flows)
            return;

        ReportInEachFile(start, file => flows.FlowsIn(file).SelectMany(body => Check(body, file.CancellationToken)));
    });

    /// <summary>What is wrong in a body; empty where nothing is.</summary>
    internal abstract IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation);
}
