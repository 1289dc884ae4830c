using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>Reports which rules a declaration breaks. The generator asks the same checks, and emits no working code for such a declaration.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class DefinitionAnalyzer : DiagnosticAnalyzer
{
    private static readonly string s_folder = typeof(PooledBufferGenerator).FullName;

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => DefinitionRules.All;

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        // A declaration in a generated file or after '#line hidden' has no members either if it is wrong.
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.Analyze | GeneratedCodeAnalysisFlags.ReportDiagnostics);
        context.EnableConcurrentExecution();
        context.RegisterSymbolAction(Analyze, SymbolKind.NamedType);
    }

    private static void Analyze(SymbolAnalysisContext context)
    {
        BufferDeclaration? declaration = BufferDeclaration.Find((INamedTypeSymbol)context.Symbol, context.Compilation);
        if (declaration is null || declaration.HasErrors)
            return;

        IReadOnlyList<Diagnostic> errors = DefinitionChecks.ErrorsIn(declaration);
        // The checks see the emitted part, too, and call its members taken names.
        foreach (Diagnostic error in errors.WithCheckpoints(context.CancellationToken).Where(static error => !IsEmitted(error.Location)))
            context.ReportDiagnostic(error);

        // The renter, and not the number of errors, tells whether the declaration is right.
        if (ElementChecks.WarningIn(declaration) is { } warning && !errors.Any(static error => DefinitionRules.KeepsTheMembers(error.Id)))
            context.ReportDiagnostic(warning);
    }

    // The compiler puts an emitted file into a folder with the name of its generator.
    private static bool IsEmitted(Location place) => place.SourceTree?.FilePath.Contains(s_folder) == true;
}
