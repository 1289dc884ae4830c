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
    /// Whether the generator emits the members beside an error where the rule objects: the element is known, and only an option is wrong, or the way in
    /// which the element is written. Without the members the compiler would report every use of the type.
    /// </summary>
    internal virtual bool KeepsTheMembers => false;

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
