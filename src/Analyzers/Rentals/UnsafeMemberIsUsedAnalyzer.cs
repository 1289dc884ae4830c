using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0117: Code that no generator wrote uses a member that does not check the element type.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class UnsafeMemberIsUsedAnalyzer() : RentalAnalyzer(s_rule)
{
    private const string Services = "PooledGen.CompilerServices";

    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0117",
        "Unsafe member is used",
        "'{0}' believes that the elements are {1}: otherwise it reads and writes outside of the buffer; use the members of the renter or the owner");

    // The emitted fields have no name that begins with Unsafe, because they are not public members.
    private static readonly WordSearch s_members = new(["UnsafeAsSpan", "UnsafeAsPlacedSpan", "UnsafeAsOwner", "t_stacks", "t_stack"]);

    private protected override void Register(CompilationStartAnalysisContext context, RentalTypes types) => ReportInEachFile(context, Check);

    private IEnumerable<Diagnostic> Check(SemanticModelAnalysisContext file)
    {
        SyntaxTree tree = file.SemanticModel.SyntaxTree;
        List<int> positions = s_members.PositionsIn(tree.GetText(file.CancellationToken), file.CancellationToken);
        if (positions.Count == 0)
            yield break;

        SyntaxNode root = tree.GetRoot(file.CancellationToken);
        foreach (int position in positions)
        {
            if (root.FindToken(position).Parent is SimpleNameSyntax name
                && file.SemanticModel.GetSymbolInfo(name, file.CancellationToken).Symbol is { } member
                && BelievedElement(member, file.SemanticModel.Compilation) is { } element)
            {
                yield return Diagnostic.Create(Rule, name.GetLocation(), $"{member.ContainingType.Name}.{member.Name}", element);
            }
        }
    }

    // A field of stacks lies in the generated part of the renter, which pops nodes there and takes them for its own.
    private static string? BelievedElement(ISymbol member, Compilation compilation) => member switch
    {
        IMethodSymbol { TypeArguments: [var element] } when IsOfServices(member, compilation) => $"'{element.ToDisplayString()}'",
        IFieldSymbol { Type: var type } when (type is IArrayTypeSymbol array ? array.ElementType : type) is { Name: "ThreadStack" } stack
            && IsOfServices(stack, compilation) => $"those of '{member.ContainingType.Name}'",
        _ => null,
    };

    // The library itself has the pool, and so the type.
    private static bool IsOfServices(ISymbol symbol, Compilation compilation)
        => symbol.ContainingNamespace.ToDisplayString() == Services
            && !SymbolEqualityComparer.Default.Equals(symbol.ContainingAssembly, compilation.Assembly);
}
