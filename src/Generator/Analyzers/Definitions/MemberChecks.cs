using System.Runtime.InteropServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;
using static PooledGen.Generator.Analyzers.Definitions.DefinitionRules;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>Checks the user's own members: the names of the generated members must be free, and only the generated part may declare a renter's state.</summary>
internal static class MemberChecks
{
    public static IEnumerable<Diagnostic> ErrorsIn(BufferDeclaration declaration)
        => declaration.IsOfValidKind ? TakenNames(declaration).Concat(TakenConversions(declaration)).Concat(State(declaration)) : [];

    private static IEnumerable<Diagnostic> TakenNames(BufferDeclaration declaration) =>
        from symbol in NamesIn(declaration)
        where IsTaken(symbol, declaration)
        select MemberNameIsTaken.At(symbol.Locations[0], symbol.Name, declaration.Type.Name, Advice(symbol, declaration));

    private static IEnumerable<Diagnostic> TakenConversions(BufferDeclaration declaration) =>
        from conversion in declaration.Type.GetMembers().OfType<IMethodSymbol>()
        where IsOurConversion(conversion, declaration)
        let name = "implicit operator " + conversion.ReturnType.Name
        select MemberNameIsTaken.At(conversion.Locations[0], name, declaration.Type.Name, "remove your own conversion");

    private static IEnumerable<Diagnostic> State(BufferDeclaration declaration)
    {
        // In element mode the struct may have any members.
        if (declaration.IsElementMode)
            yield break;

        foreach (ISymbol member in declaration.Type.GetMembers())
        {
            if (Describe(member) is { } description)
                yield return RenterHasState.At(member.Locations[0], declaration.Type.Name, description);
        }

        foreach (AttributeData attribute in declaration.Type.GetAttributes().Where(SetsLayout))
        {
            Location location = attribute.ApplicationSyntaxReference?.GetSyntax().GetLocation() ?? declaration.NameLocation;
            yield return RenterHasState.At(location, declaration.Type.Name, "the layout of its fields");
        }
    }

    // A member can have neither the name of its type nor that of a type parameter. A nested renter, and a renter of a type parameter, names its
    // element with the type parameters of all containers.
    private static IEnumerable<ISymbol> NamesIn(BufferDeclaration declaration)
    {
        INamedTypeSymbol type = declaration.Type;
        IEnumerable<ISymbol> own = type.GetMembers().Where(HasNameOfItsOwn).Concat(type.TypeParameters).Prepend(type);
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

        return RenterMembers.Names.Contains(symbol.Name)
            || (!IsTypeOf(declaration, symbol) && RenterMembers.CompiledNames.Contains(symbol.Name))
            || (declaration.Options.HasStableAddress && IsTakenByAnAddress(symbol, declaration));
    }

    private static bool IsTakenByAnAddress(ISymbol symbol, BufferDeclaration declaration)
        => RenterMembers.NamesOfStableAddress.Contains(symbol.Name)
            || (!IsTypeOf(declaration, symbol) && RenterMembers.CompiledNamesOfStableAddress.Contains(symbol.Name));

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

    private static string? Describe(ISymbol member) => member switch
    {
        IFieldSymbol { IsStatic: false, AssociatedSymbol: IPropertySymbol property } => $"'{property.Name}', which is stored in an instance field",
        IPropertySymbol { IsRequired: true } => $"the required property '{member.Name}'",
        IEventSymbol { IsStatic: false } source when IsFieldLike(source) => $"'{source.Name}', which is stored in an instance field",
        IFieldSymbol { IsStatic: false, IsImplicitlyDeclared: false } => $"the instance field '{member.Name}'",

        // This includes a primary constructor. The fields that capture its parameters need no message of their own.
        IMethodSymbol { MethodKind: MethodKind.Constructor, IsImplicitlyDeclared: false } => "a constructor",
        _ => null,
    };

    private static bool IsFieldLike(IEventSymbol source)
        => source.DeclaringSyntaxReferences.Any(static reference => reference.GetSyntax() is VariableDeclaratorSyntax);

    private static bool SetsLayout(AttributeData attribute)
        => attribute.AttributeClass?.ToDisplayString() == "System.Runtime.InteropServices.StructLayoutAttribute"
            && attribute.ConstructorArguments.FirstOrDefault().Value is (int)LayoutKind.Explicit or (short)LayoutKind.Explicit;
}
