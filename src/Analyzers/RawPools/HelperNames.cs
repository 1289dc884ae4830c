using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// The names of a project's methods that may return a parameter to a pool. A member that only calls such a method has neither of the words Rent and Return.
/// </summary>
internal static class HelperNames
{
    // An edit changes one file, so the other files are not searched again.
    private static readonly ConditionalWeakTable<SyntaxTree, string[]> s_names = new();

    public static IEnumerable<string> In(Compilation compilation, CancellationToken cancellation) => compilation.SyntaxTrees
        .WithCheckpoints(cancellation)
        .SelectMany(tree => s_names.GetValue(tree, tree => [.. NamesIn(tree, cancellation).Distinct()]))
        .Distinct();

    private static IEnumerable<string> NamesIn(SyntaxTree tree, CancellationToken cancellation)
    {
        List<int> positions = WordSearch.PositionsOf(["Return"], tree.GetText(cancellation).ToString(), cancellation);
        if (positions.Count == 0)
            yield break;

        SyntaxNode root = tree.GetRoot(cancellation);
        foreach (int position in positions)
        {
            cancellation.Checkpoint();
            if (root.FindToken(position).Parent is SimpleNameSyntax { Parent: MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax call } }
                && call.FirstAncestorOrSelf<BaseMethodDeclarationSyntax>() is MethodDeclarationSyntax method
                && method.ParameterList.Parameters.Any(parameter => Gives(call, parameter)))
            {
                yield return method.Identifier.ValueText;
            }
        }
    }

    private static bool Gives(InvocationExpressionSyntax call, ParameterSyntax parameter)
        => call.ArgumentList.Arguments.Any(argument => MemberSyntax.Is(argument.Expression, parameter.Identifier.ValueText));
}
