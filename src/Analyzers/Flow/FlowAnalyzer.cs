using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Analyzers.Flow;

/// <summary>The base of the rules about the flow of a rental through a body.</summary>
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

    /// <summary>Returns the problems in a body; empty if there are none.</summary>
    internal abstract IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation);
}
