using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0117: Code that no generator wrote calls a member that does not check the element type.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class UnsafeMemberIsUsedAnalyzer() : RentalAnalyzer(s_rule)
{
    private const string Services = "PooledGen.CompilerServices";

    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0117",
        "Unsafe member is used",
        "'{0}' believes that the elements are '{1}': otherwise it reads and writes outside of the buffer; use the members of the renter or the owner");

    private static readonly WordSearch s_members = new(["UnsafeAsSpan", "UnsafeAsPlacedSpan", "UnsafeAsOwner", "UnsafeSpan"]);

    private protected override void Register(CompilationStartAnalysisContext context, RentalTypes types) => ReportInEachFile(context, Check);

    private IEnumerable<Diagnostic> Check(SemanticModelAnalysisContext file)
    {
        SyntaxTree tree = file.SemanticModel.SyntaxTree;
        List<int> positions = s_members.PositionsIn(tree.GetText(file.CancellationToken), file.CancellationToken);
        if (positions.Count == 0)
            yield break;

        // None of these members can infer its type arguments, so every use has them.
        SyntaxNode root = tree.GetRoot(file.CancellationToken);
        foreach (int position in positions)
        {
            if (root.FindToken(position).Parent is GenericNameSyntax name
                && file.SemanticModel.GetSymbolInfo(name, file.CancellationToken).Symbol is IMethodSymbol method
                && IsUnchecked(method, file.SemanticModel.Compilation))
            {
                yield return Diagnostic.Create(
                    Rule, name.GetLocation(), $"{method.ContainingType.Name}.{method.Name}", method.TypeArguments.Last().ToDisplayString());
            }
        }
    }

    // The library itself has the pool, and so the type.
    private static bool IsUnchecked(IMethodSymbol method, Compilation compilation)
        => method.ContainingNamespace.ToDisplayString() == Services
            && !SymbolEqualityComparer.Default.Equals(method.ContainingAssembly, compilation.Assembly);
}
