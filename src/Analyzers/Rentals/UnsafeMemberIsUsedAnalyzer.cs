using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0117: A member that only generated code may call believes the element type that it is told.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class UnsafeMemberIsUsedAnalyzer() : RentalAnalyzer(s_rule)
{
    private const string Prefix = "Unsafe";
    private const string Services = "PooledGen.CompilerServices";

    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0117",
        "Unsafe member is used",
        "'{0}' believes that the elements are '{1}': otherwise it reads and writes outside of the buffer; use the members of the renter or the owner");

    private protected override void Register(CompilationStartAnalysisContext context, RentalTypes types)
        => context.RegisterSyntaxNodeAction(Check, SyntaxKind.GenericName);

    // None of these members can infer its type arguments, so every use has them.
    private void Check(SyntaxNodeAnalysisContext context)
    {
        var name = (GenericNameSyntax)context.Node;
        if (context.IsGeneratedCode || !name.Identifier.ValueText.StartsWith(Prefix, StringComparison.Ordinal))
            return;

        // The library itself has the pool, and so the type.
        if (context.SemanticModel.GetSymbolInfo(name, context.CancellationToken).Symbol is IMethodSymbol method
            && method.ContainingNamespace.ToDisplayString() == Services
            && !SymbolEqualityComparer.Default.Equals(method.ContainingAssembly, context.Compilation.Assembly)
            && !GeneratedCode.IsAt(name.GetLocation(), context.SemanticModel, context.CancellationToken))
        {
            context.ReportDiagnostic(Diagnostic.Create(
                Rule, name.GetLocation(), $"{method.ContainingType.Name}.{method.Name}", method.TypeArguments.Last().ToDisplayString()));
        }
    }
}
