using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.RealCode;

/// <summary>A member that rents from a pool of the framework's: how much of the code there was for the rules to judge.</summary>
internal sealed record RentingMethod(string File, int Start, bool IsBound)
{
    public static bool Binds(SyntaxNode member, SemanticModel model)
        => !model.GetDiagnostics(member.Span).Any(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);

    public static IEnumerable<RentingMethod> In(CSharpCompilation compilation)
    {
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            MemberDeclarationSyntax[] members =
            [
                .. tree.GetRoot().DescendantNodes()
                    .OfType<IdentifierNameSyntax>()
                    .Where(static name => name.Identifier.ValueText == "Rent" && name.Parent is MemberAccessExpressionSyntax or MemberBindingExpressionSyntax)
                    .Select(static name => name.FirstAncestorOrSelf<MemberDeclarationSyntax>())
                    .OfType<MemberDeclarationSyntax>()
                    .Distinct(),
            ];
            if (members.Length == 0)
                continue;

            SemanticModel model = compilation.GetSemanticModel(tree);
            foreach (MemberDeclarationSyntax member in members.Where(member => Rents(member, model)))
                yield return new RentingMethod(tree.FilePath, member.SpanStart, Binds(member, model));
        }
    }

    private static bool Rents(MemberDeclarationSyntax member, SemanticModel model) => member.DescendantNodes()
        .OfType<InvocationExpressionSyntax>()
        .Any(call => model.GetSymbolInfo(call).Symbol is IMethodSymbol { Name: "Rent", ContainingType: var type } && IsPool(type));

    private static bool IsPool(INamedTypeSymbol? type)
    {
        for (; type is not null; type = type.BaseType)
        {
            if (type is { Name: "ArrayPool" or "MemoryPool", Arity: 1 })
                return true;
        }

        return false;
    }
}
