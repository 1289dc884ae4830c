using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// The names of a project's methods that may return a parameter to a pool, and of those that give a rental. A member that only calls such a method has
/// none of the words that the rules search for. This type is thread-safe.
/// </summary>
internal sealed class HelperNames
{
    private static readonly ConcurrentDictionary<string, HelperNames> s_known = new();

    // An edit changes one file, so the other files are not searched again.
    private readonly ConditionalWeakTable<SyntaxTree, string[]> _namesOfFiles = new();
    private readonly ConditionalWeakTable<Compilation, HashSet<string>> _names = new();
    private readonly WordSearch _words;
    private readonly HashSet<string> _rents;

    private HelperNames(Pools pools)
    {
        _rents = [.. pools.RentNames];
        _words = new WordSearch([.. pools.RentNames, .. pools.ReturnNames, "IMemoryOwner"]);
    }

    public static HelperNames For(Pools pools)
        => s_known.GetOrAdd(string.Join(" ", pools.RentNames.Concat(pools.ReturnNames)), _ => new HelperNames(pools));

    public HashSet<string> In(Compilation compilation, CancellationToken cancellation) => _names.GetValue(compilation, _ =>
    [
        .. compilation.SyntaxTrees
            .WithCheckpoints(cancellation)
            .SelectMany(tree => _namesOfFiles.GetValue(tree, tree => [.. NamesIn(tree, cancellation).Distinct()])),
    ]);

    private IEnumerable<string> NamesIn(SyntaxTree tree, CancellationToken cancellation)
    {
        List<int> positions = _words.PositionsIn(tree.GetText(cancellation), cancellation);
        if (positions.Count == 0)
            yield break;

        // Found once for a method: a long one has many rentals.
        Dictionary<MethodDeclarationSyntax, HashSet<string>> returned = [];
        SyntaxNode root = tree.GetRoot(cancellation);
        foreach (int position in positions)
        {
            cancellation.Checkpoint();
            SyntaxNode? name = root.FindToken(position).Parent;
            if (name is GenericNameSyntax && name.FirstAncestorOrSelf<MemberDeclarationSyntax>() is MethodDeclarationSyntax giver && MayRent(giver, name))
                yield return giver.Identifier.ValueText;

            if (name is SimpleNameSyntax { Parent.Parent: InvocationExpressionSyntax rent }
                && _rents.Contains(MemberSyntax.NameOf(rent))
                && rent.FirstAncestorOrSelf<MemberDeclarationSyntax>() is MethodDeclarationSyntax renter
                && IsGivenBy(renter, rent, returned, cancellation))
            {
                yield return renter.Identifier.ValueText;
            }

            if (name is SimpleNameSyntax { Parent: MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax call } }
                && call.FirstAncestorOrSelf<BaseMethodDeclarationSyntax>() is MethodDeclarationSyntax method
                && ParametersOf(method).Any(parameter => Gives(call, parameter)))
            {
                yield return method.Identifier.ValueText;
            }
        }
    }

    // 'return pool.Rent(n)', or a local that is returned. Any other method would only make more members be looked at.
    private static bool IsGivenBy(
        MethodDeclarationSyntax method,
        ExpressionSyntax rent,
        Dictionary<MethodDeclarationSyntax, HashSet<string>> returned,
        CancellationToken cancellation)
    {
        if (rent.Parent is not EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax local })
            return rent.Parent is ReturnStatementSyntax or ArrowExpressionClauseSyntax;

        if (!returned.TryGetValue(method, out HashSet<string> names))
        {
            IEnumerable<ReturnStatementSyntax> results = method.DescendantNodes().WithCheckpoints(cancellation).OfType<ReturnStatementSyntax>();
            names = [.. results.Select(static result => result.Expression).OfType<IdentifierNameSyntax>().Select(static name => name.Identifier.ValueText)];
            returned.Add(method, names);
        }

        return names.Contains(local.Identifier.ValueText);
    }

    // The names of other methods, such as those of an interface, would only make more members be looked at.
    private static bool MayRent(MethodDeclarationSyntax giver, SyntaxNode owner)
    {
        TypeSyntax result = giver.ReturnType is NullableTypeSyntax nullable ? nullable.ElementType : giver.ReturnType;
        return (result is QualifiedNameSyntax qualified ? qualified.Right : result) == owner
            && (giver.Body ?? (SyntaxNode?)giver.ExpressionBody)?.ToString().Contains("Rent") == true
            && !giver.Modifiers.Any(static modifier => modifier.IsKind(SyntaxKind.VirtualKeyword) || modifier.IsKind(SyntaxKind.OverrideKeyword));
    }

    // With the receiver of an extension block, whose type has no name.
    private static IEnumerable<ParameterSyntax> ParametersOf(MethodDeclarationSyntax method)
        => method.Parent is TypeDeclarationSyntax { Identifier.ValueText: "", ParameterList.Parameters: var receiver }
            ? method.ParameterList.Parameters.Concat(receiver)
            : method.ParameterList.Parameters;

    // 'pool.Return(array)', 'builder.Free()'
    private static bool Gives(InvocationExpressionSyntax call, ParameterSyntax parameter)
        => call.ArgumentList.Arguments.Any(argument => MemberSyntax.Is(argument.Expression, parameter.Identifier.ValueText))
            || (call.Expression is MemberAccessExpressionSyntax { Expression: var receiver } && MemberSyntax.Is(receiver, parameter.Identifier.ValueText));
}
