using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Tells whether code outside of the assembly calls a member. The project that has an internal type sees how often its objects end. But other code has such an
/// object, too, where a visible member gives it as its base type or as an interface.
/// </summary>
internal static class Strangers
{
    /// <summary>Whether other assemblies may call the member.</summary>
    public static bool MayCall(ISymbol member, SemanticModel model, CancellationToken cancellation)
        => Visibility.IsOutside(member.ContainingType)
            || (member is IMethodSymbol method && (IsOfTheFramework(method) || MayCallBase(method) || IsGivenAway(method, model, cancellation)));

    /// <summary>Whether other assemblies may call the method as one of a base type, which does not come first then.</summary>
    public static bool MayCallBase(IMethodSymbol method)
    {
        IMethodSymbol first = FirstOf(method);
        return !SymbolEqualityComparer.Default.Equals(first, method)
            && first.DeclaredAccessibility == Accessibility.Public
            && Visibility.IsOutside(first);
    }

    // 'protected override void Dispose(bool disposing)' of a Stream. One whose base is not found may be one, too.
    private static bool IsOfTheFramework(IMethodSymbol method)
        => method is { IsOverride: true } && (method.OverriddenMethod is null || Framework.Owns(FirstOf(method)));

    private static IMethodSymbol FirstOf(IMethodSymbol method)
    {
        while (method.OverriddenMethod is { } overridden)
            method = overridden;

        return method;
    }

    // 'public static ILease Get(int n) => new Lease(n);': the caller disposes it, as often as it likes.
    private static bool IsGivenAway(IMethodSymbol method, SemanticModel model, CancellationToken cancellation)
    {
        INamedTypeSymbol[] contracts =
        [
            .. method.ContainingType.AllInterfaces.Where(known => Visibility.IsOutside(known) && known.GetMembers()
                .Any(member => SymbolEqualityComparer.Default.Equals(method.ContainingType.FindImplementationForInterfaceMember(member), method))),
        ];
        return contracts.Length > 0
            && CreationsOf(method.ContainingType, model, cancellation).Any(creation => IsGivenAway(creation, contracts, model, cancellation));
    }

    private static IEnumerable<ObjectCreationExpressionSyntax> CreationsOf(INamedTypeSymbol type, SemanticModel model, CancellationToken cancellation)
    {
        var word = new WordSearch([type.Name]);
        IEnumerable<SyntaxTree> trees = type is { DeclaredAccessibility: Accessibility.Private, ContainingType: { } outer }
            ? outer.DeclaringSyntaxReferences.Select(static part => part.SyntaxTree).Distinct()
            : model.Compilation.SyntaxTrees;
        return trees.WithCheckpoints(cancellation).SelectMany(tree => word.PositionsIn(tree.GetText(cancellation), cancellation)
            .Select(position => tree.GetRoot(cancellation).FindToken(position).Parent)
            .OfType<SimpleNameSyntax>()
            .Select(static name => name.Parent is QualifiedNameSyntax qualified && qualified.Right == name ? qualified.Parent : name.Parent)
            .OfType<ObjectCreationExpressionSyntax>()
            .Where(creation => SymbolEqualityComparer.Default.Equals(
                model.Of(tree).GetTypeInfo(creation, cancellation).Type?.OriginalDefinition, type.OriginalDefinition)));
    }

    private static bool IsGivenAway(
        ObjectCreationExpressionSyntax creation, INamedTypeSymbol[] contracts, SemanticModel model, CancellationToken cancellation)
        => IsReturned(creation)
            && MemberSyntax.Around(creation) is { } member
            && (member is PropertyDeclarationSyntax or BaseMethodDeclarationSyntax)
            && model.Of(member.SyntaxTree).GetDeclaredSymbol(member, cancellation) is { } giver
            && Visibility.IsOutside(giver)
            && GivenBy(giver) is INamedTypeSymbol given
            && !IsEnumerator(given)
            && given.AllInterfaces.Add(given).Any(known => contracts.Any(
                contract => SymbolEqualityComparer.Default.Equals(contract.OriginalDefinition, known.OriginalDefinition)));

    private static ITypeSymbol? GivenBy(ISymbol giver) => (giver is IPropertySymbol property ? property.Type : (giver as IMethodSymbol)?.ReturnType) switch
    {
        INamedTypeSymbol { TypeArguments: [var result] } task when Tasks.IsTask(task) => result,
        var given => given,
    };

    // The 'foreach' that asks for an enumerator disposes it once.
    private static bool IsEnumerator(INamedTypeSymbol type) => type.Name is "IEnumerator" or "IAsyncEnumerator";

    private static bool IsReturned(SyntaxNode value) => value.Parent switch
    {
        ParenthesizedExpressionSyntax or CastExpressionSyntax or ConditionalExpressionSyntax or BinaryExpressionSyntax => IsReturned(value.Parent),
        ReturnStatementSyntax result => result.Ancestors().First(static node => node is MemberDeclarationSyntax or LocalFunctionStatementSyntax
            or AnonymousFunctionExpressionSyntax) is MemberDeclarationSyntax,
        ArrowExpressionClauseSyntax arrow => arrow.Parent is MemberDeclarationSyntax or AccessorDeclarationSyntax,
        EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Identifier.ValueText: var name } local }
            => MemberSyntax.NamesAround(local)[name].Any(static mention => mention.Parent is ReturnStatementSyntax),
        _ => false,
    };
}
