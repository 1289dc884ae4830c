using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.CodeFixes.Renters;

/// <summary>Finds the structs of a project that have attributes, so may be annotated. All fixes in a project share one renter for each element.</summary>
internal static class ProjectStructs
{
    // Every fix in a compilation asks.
    private static readonly ConditionalWeakTable<Compilation, IReadOnlyList<INamedTypeSymbol>> s_cache = new();

    public static IReadOnlyList<INamedTypeSymbol> Of(Compilation compilation, CancellationToken cancellation)
        => s_cache.GetValue(compilation, key => [.. FindIn(key, cancellation)]);

    private static IEnumerable<INamedTypeSymbol> FindIn(Compilation compilation, CancellationToken cancellation)
    {
        foreach (SyntaxTree tree in compilation.SyntaxTrees.WithCheckpoints(cancellation))
        {
            if (tree.GetText(cancellation).ToString().IndexOf("PooledBuffer", StringComparison.Ordinal) < 0)
                continue;

            SemanticModel model = compilation.GetSemanticModel(tree);
            foreach (StructDeclarationSyntax declaration in tree.GetRoot(cancellation).DescendantNodes().OfType<StructDeclarationSyntax>())
            {
                if (declaration.AttributeLists.Count > 0 && model.GetDeclaredSymbol(declaration, cancellation) is INamedTypeSymbol type)
                    yield return type;
            }
        }
    }
}
