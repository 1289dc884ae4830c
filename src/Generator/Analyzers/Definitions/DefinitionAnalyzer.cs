using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>
/// A rule for annotated types. The same check keeps the generator quiet: it emits only what no definition rule objects to.
/// </summary>
public abstract class DefinitionAnalyzer : DiagnosticAnalyzer
{
    private protected DefinitionAnalyzer(DiagnosticDescriptor rule)
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
        context.RegisterSymbolAction(Analyze, SymbolKind.NamedType);
    }

    /// <summary>What is wrong with the declaration; empty where nothing is.</summary>
    internal abstract IEnumerable<Diagnostic> Check(BufferDeclaration declaration);

    private void Analyze(SymbolAnalysisContext context)
    {
        BufferDeclaration? declaration = BufferDeclaration.Find((INamedTypeSymbol)context.Symbol, context.Compilation);
        if (declaration is null || declaration.HasErrors)
            return;

        foreach (Diagnostic diagnostic in Check(declaration))
            context.ReportDiagnostic(diagnostic);
    }
}
