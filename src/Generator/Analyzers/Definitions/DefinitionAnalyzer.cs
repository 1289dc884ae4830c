using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>
/// A rule for annotated types. The generator asks the same checks: it emits nothing that could run where a definition rule objects.
/// </summary>
public abstract class DefinitionAnalyzer : SingleRuleAnalyzer
{
    private protected DefinitionAnalyzer(DiagnosticDescriptor rule) : base(rule)
    {
    }

    private protected sealed override void Register(AnalysisContext context) => context.RegisterSymbolAction(Analyze, SymbolKind.NamedType);

    /// <summary>
    /// Whether the rule objects to the value of an option only, or to how the element is written. The members are emitted all the same, with an error:
    /// without them the compiler would
    /// report every use of the type.
    /// </summary>
    internal virtual bool IsAboutAnOption => false;

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
