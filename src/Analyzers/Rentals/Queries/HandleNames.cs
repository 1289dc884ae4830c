using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// The words that a body with a handle must contain: the names of renters, owners and writers, those of members that take or return a handle,
/// and the keywords that call such a member implicitly. The rules can skip every body that contains none of these words.
/// </summary>
internal sealed class HandleNames
{
    // The declaration of a renter has one of the attributes.
    private static readonly string[] s_attributes = ["PooledBuffer", "PooledBufferAttribute"];
    private static readonly string[] s_handles = ["SharedBuffer", WellKnownNames.Owner, .. WellKnownNames.Writers, .. RentalTypes.Classes];

    private readonly RentalTypes _types;
    private readonly CancellationToken _cancellation;
    private readonly HashSet<string> _names =
    [
        .. s_handles, WellKnownNames.RentOwner, WellKnownNames.RentOwnerAtLeast, WellKnownNames.RentOwnerAsync, WellKnownNames.Detach,
        .. RentalTypes.ClassFactories,
    ];

    // A member whose declaration names none of these types has nothing to do with a handle.
    private readonly HashSet<string> _typeNames = [.. s_handles, .. s_attributes];

    private HandleNames(RentalTypes types, CancellationToken cancellation)
    {
        _types = types;
        _cancellation = cancellation;
    }

    public static HashSet<string> In(Compilation compilation, RentalTypes types, CancellationToken cancellation)
    {
        var names = new HandleNames(types, cancellation);
        foreach (IAssemblySymbol assembly in names.DependentsOf(compilation))
            names.Add(TypesIn(assembly.GlobalNamespace));

        names.AddDeclarations(compilation);
        return names._names;
    }

    // Binds the declarations of the files that name a handle. The name of a renter, a delegate or an alias leads to further files; all others are
    // only searched.
    private void AddDeclarations(Compilation compilation)
    {
        IEnumerable<SyntaxTree> others = compilation.SyntaxTrees;
        List<UsingDirectiveSyntax> aliases = [];
        string[] more = [.. _typeNames];
        while (more.Length > 0)
        {
            HashSet<string> known = [.. _typeNames];
            var search = new WordSearch(more);
            ILookup<bool, SyntaxTree> trees = others.ToLookup(tree => search.PositionsIn(tree.GetText(_cancellation), _cancellation).Count > 0);
            others = trees[false];
            foreach (SyntaxTree tree in trees[true])
            {
                Add(TypesIn(compilation.GetSemanticModel(tree)));
                aliases.AddRange(AliasesIn(tree));
            }

            foreach (UsingDirectiveSyntax alias in aliases.Where(Leads))
            {
                _names.Add(alias.Alias!.Name.Identifier.ValueText);
                _typeNames.Add(alias.Alias.Name.Identifier.ValueText);
            }

            more = [.. _typeNames.Except(known)];
        }
    }

    // The assemblies that reference the runtime, directly or through others: an assembly may pass on a handle without naming the runtime.
    private IEnumerable<IAssemblySymbol> DependentsOf(Compilation compilation)
    {
        HashSet<string> known = [_types.Runtime.Name];
        List<IAssemblySymbol> others = [.. compilation.SourceModule.ReferencedAssemblySymbols];
        List<IAssemblySymbol> found = [];
        while (others.FindAll(assembly => assembly.Modules.Any(module => module.ReferencedAssemblies.Any(identity => known.Contains(identity.Name))))
            is { Count: > 0 } more)
        {
            found.AddRange(more);
            others.RemoveAll(more.Contains);
            known.UnionWith(more.Select(static assembly => assembly.Name));
        }

        return found;
    }

    private void Add(IEnumerable<INamedTypeSymbol> types)
    {
        foreach (INamedTypeSymbol type in types.WithCheckpoints(_cancellation))
        {
            _names.UnionWith(NamesOf(type, _types));
            if (IsOrHolds(type, _types))
                _typeNames.Add(type.Name);
        }
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

    // The types of a file; those with several parts, and those in other types, too.
    private IEnumerable<INamedTypeSymbol> TypesIn(SemanticModel model) => model.SyntaxTree.GetRoot(_cancellation)
        .DescendantNodes(static node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax or TypeDeclarationSyntax)
        .Where(static node => node is BaseTypeDeclarationSyntax or DelegateDeclarationSyntax)
        .Select(node => model.GetDeclaredSymbol(node, _cancellation))
        .OfType<INamedTypeSymbol>();

    private IEnumerable<UsingDirectiveSyntax> AliasesIn(SyntaxTree tree) => tree.GetRoot(_cancellation)
        .DescendantNodes(static node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax)
        .OfType<UsingDirectiveSyntax>()
        .Where(static directive => directive.Alias is not null);

    private bool Leads(UsingDirectiveSyntax alias)
        => alias.NamespaceOrType.DescendantNodesAndSelf().OfType<SimpleNameSyntax>().Any(name => IsKnown(name.Identifier.ValueText));

    private bool IsKnown(string name) => _names.Contains(name) || _typeNames.Contains(name);
}
