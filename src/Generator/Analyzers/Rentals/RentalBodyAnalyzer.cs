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
            foreach (Diagnostic diagnostic in types.Bodies.BodiesIn(file).SelectMany(body => Check(body, types)))
                file.ReportDiagnostic(diagnostic);
        });

    /// <summary>What is wrong in a body; empty where nothing is.</summary>
    private protected abstract IEnumerable<Diagnostic> Check(Body body, RentalTypes types);
}
