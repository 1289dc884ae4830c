using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>A rule about single operations of a body.</summary>
public abstract class RentalBodyAnalyzer : RentalAnalyzer
{
    private protected RentalBodyAnalyzer(DiagnosticDescriptor rule) : base(rule)
    {
    }

    // Not an operation action, because for these the compiler binds every body of the project.
    private protected sealed override void Register(CompilationStartAnalysisContext context, RentalTypes types)
        => ReportInEachFile(context, file => types.Bodies(file.CancellationToken).BodiesIn(file)
            .WithCheckpoints(file.CancellationToken)
            .SelectMany(body => Check(body, types, file.CancellationToken)));

    /// <summary>Returns the problems in a body; empty if there are none.</summary>
    private protected abstract IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation);
}
