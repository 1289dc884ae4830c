using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// The words that a body with a handle must contain: the names of renters, owners and writers, those of members that take or return a handle,
/// and the keywords that call such a member implicitly. The rules can skip every body that contains none of these words.
/// </summary>
internal static class HandleNames
{
    public static HashSet<string> In(Compilation compilation, RentalTypes types, CancellationToken cancellation)
    {
        HashSet<string> names =
        [
            WellKnownNames.Owner, .. WellKnownNames.Writers, WellKnownNames.RentOwner, WellKnownNames.Detach,
            .. AssembliesOf(compilation)
                .SelectMany(static assembly => TypesIn(assembly.GlobalNamespace))
                .WithCheckpoints(cancellation)
                .SelectMany(type => NamesOf(type, types)),
        ];
        UsingDirectiveSyntax[] aliases =
        [
            .. compilation.SyntaxTrees.WithCheckpoints(cancellation)
                .SelectMany(tree => AliasesIn(tree, cancellation))
                .Where(alias => Names(alias, names)),
        ];
        names.UnionWith(aliases.Select(static alias => alias.Alias!.Name.Identifier.ValueText));
        return names;
    }

    // The assemblies that reference the runtime, directly or through others: an assembly may pass on a handle without naming the runtime.
    private static IEnumerable<IAssemblySymbol> AssembliesOf(Compilation compilation)
    {
        HashSet<string> known = [compilation.GetTypeByMetadataName(WellKnownNames.Attribute)!.ContainingAssembly.Name];
        List<IAssemblySymbol> others = [.. compilation.SourceModule.ReferencedAssemblySymbols];
        List<IAssemblySymbol> found = [compilation.Assembly];
        while (others.FindAll(assembly => assembly.Modules.Any(module => module.ReferencedAssemblies.Any(identity => known.Contains(identity.Name))))
            is { Count: > 0 } more)
        {
            found.AddRange(more);
            others.RemoveAll(more.Contains);
            known.UnionWith(more.Select(static assembly => assembly.Name));
        }

        return found;
    }

    private static IEnumerable<string> NamesOf(INamedTypeSymbol type, RentalTypes types)
    {
        IEnumerable<string> ofMembers = type.GetMembers()
            .Where(member => TypesAt(member).Any(used => IsOrHolds(used, types)))
            .SelectMany(WordsOf);
        return IsOrHolds(type, types) ? ofMembers.Prepend(type.Name) : ofMembers;
    }

    // The words of a member at its uses, usually its name.
    private static IEnumerable<string> WordsOf(ISymbol member) => member switch
    {
        IMethodSymbol { MethodKind: MethodKind.Constructor } constructor => WordsOf(constructor),
        { Name: "GetEnumerator" or "GetAsyncEnumerator" or "Current" } => ["foreach", member.Name],
        { Name: "Deconstruct" } => ["foreach", "var (", member.Name],
        _ => [member.Name],
    };

    // All members of a type can use the parameters of its primary constructor. If a constructor takes a lambda with a handle as its parameter, the
    // calling code need not name the handle's type.
    private static IEnumerable<string> WordsOf(IMethodSymbol constructor)
    {
        IEnumerable<string> words = constructor.Parameters.Select(static parameter => parameter.Name).Append(constructor.ContainingType.Name);
        return constructor.Parameters.Any(static parameter => parameter.Type.TypeKind == TypeKind.Delegate) ? words.Append("new").Append("base") : words;
    }

    private static IEnumerable<ITypeSymbol> TypesAt(ISymbol member) => member switch
    {
        IMethodSymbol method => method.Parameters.Select(static parameter => parameter.Type).Append(method.ReturnType),
        IPropertySymbol property => [property.Type],
        IFieldSymbol field => [field.Type],
        IEventSymbol raised => [raised.Type],
        _ => [],
    };

    private static bool IsOrHolds(ITypeSymbol type, RentalTypes types) => type switch
    {
        IArrayTypeSymbol array => IsOrHolds(array.ElementType, types),

        // A lambda need not name the types of its parameters, because its delegate does.
        INamedTypeSymbol { DelegateInvokeMethod: { } invoke } when TypesAt(invoke).Any(used => types.KindOf(used) != RentalKind.None) => true,
        INamedTypeSymbol named => types.KindOf(named) != RentalKind.None || named.TypeArguments.Any(argument => IsOrHolds(argument, types)),
        _ => false,
    };

    private static IEnumerable<INamedTypeSymbol> TypesIn(INamespaceOrTypeSymbol container) => container.GetMembers()
        .OfType<INamespaceOrTypeSymbol>()
        .SelectMany(static member => member is INamedTypeSymbol type ? TypesIn(type).Prepend(type) : TypesIn(member));

    private static IEnumerable<UsingDirectiveSyntax> AliasesIn(SyntaxTree tree, CancellationToken cancellation) => tree.GetRoot(cancellation)
        .DescendantNodes(static node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax)
        .OfType<UsingDirectiveSyntax>()
        .Where(static directive => directive.Alias is not null);

    private static bool Names(UsingDirectiveSyntax alias, HashSet<string> names)
        => alias.NamespaceOrType.DescendantNodesAndSelf().OfType<SimpleNameSyntax>().Any(name => names.Contains(name.Identifier.ValueText));
}
