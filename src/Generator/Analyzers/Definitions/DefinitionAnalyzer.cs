using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>
/// A rule for annotated types. The same check keeps the generator quiet: it emits only what no definition rule objects to.
/// </summary>
public abstract class DefinitionAnalyzer : SingleRuleAnalyzer
{
    private protected DefinitionAnalyzer(DiagnosticDescriptor rule) : base(rule)
    {
    }

    private protected sealed override void Register(AnalysisContext context) => context.RegisterSymbolAction(Analyze, SymbolKind.NamedType);

    /// <summary>What is wrong with the declaration; empty where nothing is.</summary>
    internal abstract IEnumerable<Diagnostic> Check(BufferDeclaration declaration);

    private void Analyze(SymbolAnalysisContext context)
    {
        BufferDeclaration? declaration = BufferDeclaration.Find((INamedTypeSymbol)context.Symbol, context.Compilation);
        if (declaration is null || declaration.HasErrors)
            return;

        foreach (Diagnostic diagnostic in Check(declaration).WithCheckpoints(context.CancellationToken))
            context.ReportDiagnostic(diagnostic);
    }
}
