using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Analyzers.Bodies;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>A rule about single operations of a body.</summary>
public abstract class RentalBodyAnalyzer : RentalAnalyzer
{
    private protected RentalBodyAnalyzer(DiagnosticDescriptor rule) : base(rule)
    {
    }

    // Not an operation action: for one of those the compiler binds every body of the project.
    private protected sealed override void Register(CompilationStartAnalysisContext context, RentalTypes types)
        => context.RegisterSemanticModelAction(file =>
        {
            CancellationToken cancellation = file.CancellationToken;
            foreach (Body body in types.Bodies(cancellation).BodiesIn(file).WithCheckpoints(cancellation))
            {
                foreach (Diagnostic diagnostic in Check(body, types, cancellation).WithCheckpoints(cancellation))
                    file.ReportDiagnostic(diagnostic);
            }
        });

    /// <summary>What is wrong in a body; empty where nothing is.</summary>
    private protected abstract IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation);
}
