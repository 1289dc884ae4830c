using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0010: The names of the generated members must be free.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MemberNameIsTakenAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0010",
        "Member name is taken",
        "The generator declares '{0}' in '{1}'; {2}");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (!declaration.IsOfValidKind)
            yield break;

        foreach (ISymbol culprit in NamesIn(declaration).Where(symbol => IsTaken(symbol, declaration)))
            yield return Diagnostic.Create(Rule, culprit.Locations[0], culprit.Name, declaration.Type.Name, Advice(culprit, declaration));

        foreach (IMethodSymbol conversion in declaration.Type.GetMembers().OfType<IMethodSymbol>().Where(method => IsOurConversion(method, declaration)))
            yield return Diagnostic.Create(
                Rule, conversion.Locations[0], "implicit operator " + conversion.ReturnType.Name, declaration.Type.Name, "remove your own conversion");
    }

    // A member can have neither the name of its type nor that of a type parameter. A nested renter, and a renter of a type parameter, names its
    // element with the type parameters of all containers.
    private static IEnumerable<ISymbol> NamesIn(BufferDeclaration declaration)
    {
        INamedTypeSymbol type = declaration.Type;
        IEnumerable<ISymbol> own = type.GetMembers().Where(HasNameOfItsOwn).Concat(type.TypeParameters).Prepend(type);
        if (declaration.IsOfColumns)
            return own.Concat(ColumnSymbol.In(declaration).Select(static column => column.Symbol).OfType<IFieldSymbol>());

        return declaration.IsElementMode || declaration.Element is ITypeParameterSymbol
            ? own.Concat(TypeTree.ContainersOf(type).SelectMany(static container => container.TypeParameters))
            : own;
    }

    // The compiler names accessors and operators.
    private static bool HasNameOfItsOwn(ISymbol member)
        => !member.IsImplicitlyDeclared && member is not IMethodSymbol { MethodKind: not MethodKind.Ordinary };

    private static bool IsTaken(ISymbol symbol, BufferDeclaration declaration)
    {
        if (declaration.IsElementMode)
            return symbol.Name == WellKnownNames.NestedRenter || IsHiddenTypeParameter(symbol);

        // A type parameter of a container and a member may have the same name, unless the member is a type.
        if (symbol is ITypeParameterSymbol && !IsTypeOf(declaration, symbol.ContainingType))
            return IsHiddenTypeParameter(symbol);

        if (declaration.IsOfColumns)
        {
            return ColumnMembers.Names.Contains(symbol.Name)
                || (!IsTypeOf(declaration, symbol) && ColumnMembers.CompiledNames.Contains(symbol.Name))
                || (ColumnMembers.NamesOfOwner.Contains(symbol.Name) && IsColumn(symbol, declaration));
        }

        return RenterMembers.Names.Contains(symbol.Name)
            || (!IsTypeOf(declaration, symbol) && RenterMembers.CompiledNames.Contains(symbol.Name))
            || (declaration.Options.HasStableAddress && IsTakenByAnAddress(symbol, declaration));
    }

    private static bool IsTakenByAnAddress(ISymbol symbol, BufferDeclaration declaration)
        => RenterMembers.NamesOfStableAddress.Contains(symbol.Name)
            || (!IsTypeOf(declaration, symbol) && RenterMembers.CompiledNamesOfStableAddress.Contains(symbol.Name));

    private static bool IsColumn(ISymbol symbol, BufferDeclaration declaration)
        => ColumnSymbol.In(declaration).Any(column => SymbolEqualityComparer.Default.Equals(column.Symbol, symbol));

    private static bool IsHiddenTypeParameter(ISymbol symbol) => symbol is ITypeParameterSymbol && RenterMembers.NestedTypes.Contains(symbol.Name);

    private static bool IsTypeOf(BufferDeclaration declaration, ISymbol symbol) => SymbolEqualityComparer.Default.Equals(symbol, declaration.Type);

    private static string Advice(ISymbol culprit, BufferDeclaration declaration) => culprit switch
    {
        ITypeParameterSymbol => "rename the type parameter",
        _ when IsTypeOf(declaration, culprit) => "rename the type",
        IPropertySymbol { IsIndexer: true } => "declare a method in place of your own indexer",
        IMethodSymbol { Name: nameof(ToString) } => "remove your own, or give it another name",
        _ => "rename your own member",
    };

    // A type can have one conversion to each other type, implicit or explicit.
    private static bool IsOurConversion(IMethodSymbol method, BufferDeclaration declaration)
        => !declaration.IsElementMode
            && method is { MethodKind: MethodKind.Conversion, ReturnType: INamedTypeSymbol { Name: "Span" or "ReadOnlySpan", TypeArguments.Length: 1 } span }
            && span.ContainingNamespace.ToDisplayString() == "System"
            && SymbolEqualityComparer.Default.Equals(span.TypeArguments[0], declaration.Element);
}
