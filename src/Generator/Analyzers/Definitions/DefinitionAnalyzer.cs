using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>Reports which rules a declaration breaks. The generator asks the same checks, and emits no working code for such a declaration.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class DefinitionAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => DefinitionRules.All;

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterSymbolAction(Analyze, SymbolKind.NamedType);
    }

    private static void Analyze(SymbolAnalysisContext context)
    {
        BufferDeclaration? declaration = BufferDeclaration.Find((INamedTypeSymbol)context.Symbol, context.Compilation);
        if (declaration is null || declaration.HasErrors)
            return;

        IReadOnlyList<Diagnostic> errors = DefinitionChecks.ErrorsIn(declaration);
        foreach (Diagnostic error in errors.WithCheckpoints(context.CancellationToken))
            context.ReportDiagnostic(error);

        // The checks see the generated part, too, and call its members taken names. The driver drops what is reported in generated code, so the renter,
        // and not the number of errors, tells whether the declaration is right.
        if (ElementChecks.WarningIn(declaration) is { } warning && !errors.Any(static error => DefinitionRules.KeepsTheMembers(error.Id)))
            context.ReportDiagnostic(warning);
    }
}
