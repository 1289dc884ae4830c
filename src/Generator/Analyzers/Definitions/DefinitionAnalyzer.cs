using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>
/// A rule for annotated types. The generator runs the same checks and emits no working code for a type that breaks a definition rule.
/// </summary>
public abstract class DefinitionAnalyzer : SingleRuleAnalyzer
{
    private protected DefinitionAnalyzer(DiagnosticDescriptor rule) : base(rule)
    {
    }

    private protected sealed override void Register(AnalysisContext context) => context.RegisterSymbolAction(Analyze, SymbolKind.NamedType);

    /// <summary>
    /// Whether the generator emits the members beside an error if the rule is broken: the element is known, and only an option, or the form of the
    /// element, is wrong. Without the members the compiler would report every use of the type.
    /// </summary>
    internal virtual bool KeepsTheMembers => false;

    /// <summary>Returns the problems of the declaration; empty if there are none.</summary>
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
