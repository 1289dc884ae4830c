using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes.Renters;

/// <summary>Finds the lengths that the raw rentals of one element request in a project.</summary>
internal static class RequestedLengths
{
    /// <summary>The largest requested length; null if one of the rentals grows, or requests a length that is not constant.</summary>
    public static async Task<int?> LargestAsync(RenterRewrite rewrite, SemanticModel model, Project project, CancellationToken cancellation)
    {
        if (rewrite.Replacement == Replacement.Writer || model.GetConstantValue(rewrite.Rent.Length).Value is not int largest)
            return null;

        foreach (Document document in project.Documents.WithCheckpoints(cancellation))
        {
            if (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false) is not { } root
                || !model.Compilation.ContainsSyntaxTree(root.SyntaxTree))
            {
                continue;
            }

            SemanticModel own = model.Compilation.GetSemanticModel(root.SyntaxTree);
            foreach (InvocationExpressionSyntax call in RentsIn(root).WithCheckpoints(cancellation))
            {
                if (SharedRent.Find(call, own) is not { } rent || !SymbolEqualityComparer.Default.Equals(rent.Element, rewrite.Rent.Element))
                    continue;

                // A rental that stays as it is counts as well: it may move to the struct by hand.
                if (own.GetConstantValue(rent.Length).Value is not int length
                    || RenterRewrite.Find(call, own, cancellation) is { Replacement: Replacement.Writer })
                    return null;

                largest = Math.Max(largest, length);
            }
        }

        return Math.Max(largest, 1);
    }

    private static IEnumerable<InvocationExpressionSyntax> RentsIn(SyntaxNode root) => root.DescendantNodes()
        .OfType<InvocationExpressionSyntax>()
        .Where(static call => call.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Rent" });
}
