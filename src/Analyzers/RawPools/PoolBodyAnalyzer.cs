using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>The base of the rules about the uses of <c>ArrayPool</c> in a body that need no flow.</summary>
public abstract class PoolBodyAnalyzer : SingleRuleAnalyzer
{
    private protected PoolBodyAnalyzer(DiagnosticDescriptor rule) : base(rule)
    {
    }

    private protected sealed override void Register(AnalysisContext context) => context.RegisterCompilationStartAction(start =>
    {
        if (RawPoolProtocol.Family.FlowsOf(start.Compilation) is not { } flows)
            return;

        ReportInEachFile(start, file => flows.BodiesIn(file).SelectMany(body => Check(body, file.CancellationToken)));
    });

    /// <summary>Returns the problems in a body; empty if there are none.</summary>
    private protected abstract IEnumerable<Diagnostic> Check(Body body, CancellationToken cancellation);
}
