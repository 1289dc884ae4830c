using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Analyzers.Rentals;

/// <summary>A rule for the use of renters, owners and writers. It does nothing in projects that do not reference PooledGen.</summary>
public abstract class RentalAnalyzer : SingleRuleAnalyzer
{
    private protected RentalAnalyzer(DiagnosticDescriptor rule) : base(rule)
    {
    }

    private protected sealed override void Register(AnalysisContext context) => context.RegisterCompilationStartAction(start =>
    {
        if (RentalTypes.In(start.Compilation) is { } types)
            Register(start, types);
    });

    private protected abstract void Register(CompilationStartAnalysisContext context, RentalTypes types);
}
