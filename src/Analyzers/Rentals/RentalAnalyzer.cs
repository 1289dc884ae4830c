using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// The base of the rules about renters, owners and writers that look at single operations or declarations. They do nothing in projects that do not reference
/// PooledGen.
/// </summary>
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

    /// <summary>Registers what asks for the problems: of each body, unless a rule says otherwise.</summary>
    // Not an operation action, because for these the compiler binds every body of the project.
    private protected virtual void Register(CompilationStartAnalysisContext context, RentalTypes types)
        => ReportInEachFile(context, file => types.Bodies(file.CancellationToken).BodiesIn(file)
            .WithCheckpoints(file.CancellationToken)
            .SelectMany(body => Check(body, types, file.CancellationToken)));

    /// <summary>Returns the problems in a body; empty if there are none.</summary>
    private protected virtual IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation) => [];
}
