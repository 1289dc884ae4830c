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

    private protected sealed override void Register(CompilationStartAnalysisContext context, RentalTypes types)
        => types.Bodies.Report(context, (body, _) => Check(body, types));

    /// <summary>What is wrong in a body; empty where nothing is.</summary>
    private protected abstract IEnumerable<Diagnostic> Check(Body body, RentalTypes types);
}
