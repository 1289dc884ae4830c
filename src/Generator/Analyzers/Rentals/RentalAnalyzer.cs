using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>A rule for the use of renters, owners and writers. It costs nothing where PooledGen is not referenced.</summary>
public abstract class RentalAnalyzer : DiagnosticAnalyzer
{
    private protected RentalAnalyzer(DiagnosticDescriptor rule)
    {
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
            if (RentalTypes.In(start.Compilation) is { } types)
                Register(start, types);
        });
    }

    private protected abstract void Register(CompilationStartAnalysisContext context, RentalTypes types);
}
