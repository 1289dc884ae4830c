using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>
/// The names by which a handle gets into a body: those of renters, owners and writers, and those of members that take or give one. A body
/// in which none of them stands has nothing that the rules could object to.
/// </summary>
internal static class HandleNames
{
    public static HashSet<string> In(Compilation compilation, RentalTypes types)
    {
        string runtime = compilation.GetTypeByMetadataName(WellKnownNames.Attribute)!.ContainingAssembly.Name;
        IEnumerable<IAssemblySymbol> assemblies = compilation.SourceModule.ReferencedAssemblySymbols
            .Where(assembly => assembly.Modules.Any(module => module.ReferencedAssemblies.Any(identity => identity.Name == runtime)))
            .Append(compilation.Assembly);

        HashSet<string> names =
        [
            .. assemblies.SelectMany(static assembly => TypesIn(assembly.GlobalNamespace)).SelectMany(type => NamesOf(type, types)),
        ];
        UsingDirectiveSyntax[] aliases = [.. compilation.SyntaxTrees.SelectMany(AliasesIn).Where(alias => Names(alias, names))];
        names.UnionWith(aliases.Select(static alias => alias.Alias!.Name.Identifier.ValueText));
        return names;
    }

    private static IEnumerable<string> NamesOf(INamedTypeSymbol type, RentalTypes types)
    {
        if (IsOrHolds(type, types))
            yield return type.Name;

        foreach (ISymbol member in type.GetMembers())
        {
            if (TypesAt(member).Any(used => IsOrHolds(used, types)))
                yield return member is IMethodSymbol { MethodKind: MethodKind.Constructor } ? type.Name : member.Name;
        }
    }

    private static IEnumerable<ITypeSymbol> TypesAt(ISymbol member) => member switch
    {
        IMethodSymbol method => method.Parameters.Select(static parameter => parameter.Type).Append(method.ReturnType),
        IPropertySymbol property => [property.Type],
        IFieldSymbol field => [field.Type],
        _ => [],
    };

    private static bool IsOrHolds(ITypeSymbol type, RentalTypes types) => type switch
    {
        IArrayTypeSymbol array => IsOrHolds(array.ElementType, types),

        // A lambda need not name the types of its parameters: its delegate does.
        INamedTypeSymbol { DelegateInvokeMethod: { } invoke } when TypesAt(invoke).Any(used => types.KindOf(used) != RentalKind.None) => true,
        INamedTypeSymbol named => types.KindOf(named) != RentalKind.None || named.TypeArguments.Any(argument => IsOrHolds(argument, types)),
        _ => false,
    };

    private static IEnumerable<INamedTypeSymbol> TypesIn(INamespaceOrTypeSymbol container) => container.GetMembers()
        .OfType<INamespaceOrTypeSymbol>()
        .SelectMany(static member => member is INamedTypeSymbol type ? TypesIn(type).Prepend(type) : TypesIn(member));

    private static IEnumerable<UsingDirectiveSyntax> AliasesIn(SyntaxTree tree) => tree.GetRoot()
        .DescendantNodes(static node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax)
        .OfType<UsingDirectiveSyntax>()
        .Where(static directive => directive.Alias is not null);

    private static bool Names(UsingDirectiveSyntax alias, HashSet<string> names)
        => alias.NamespaceOrType.DescendantNodesAndSelf().OfType<SimpleNameSyntax>().Any(name => names.Contains(name.Identifier.ValueText));
}
