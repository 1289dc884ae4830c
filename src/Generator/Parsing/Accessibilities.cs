using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Parsing;

/// <summary>Compares how far two types can be seen, as the compiler does before it reports CS0050 to CS0057.</summary>
internal static class Accessibilities
{
    /// <summary>Whether some code that can name <paramref name="renter"/> cannot name <paramref name="element"/>.</summary>
    public static bool IsLessAccessible(ITypeSymbol element, INamedTypeSymbol renter) => element switch
    {
        { TypeKind: TypeKind.Error } or INamedTypeSymbol { IsUnboundGenericType: true } => false,
        IArrayTypeSymbol array => IsLessAccessible(array.ElementType, renter),
        INamedTypeSymbol named => Chain(named).Any(link => link.IsFileLocal
            || link.TypeArguments.Any(argument => IsLessAccessible(argument, renter))
            || !Chain(renter).Any(outer => Covers(link, outer))),
        _ => false,
    };

    // Whether all code that can name 'outer' (the renter or a type around it) can also name 'link'.
    private static bool Covers(INamedTypeSymbol link, INamedTypeSymbol outer)
    {
        Accessibility accessibility = outer.DeclaredAccessibility;
        bool staysInAssembly = accessibility is Accessibility.Private or Accessibility.ProtectedAndInternal or Accessibility.Internal;
        bool staysInFamily = accessibility switch
        {
            Accessibility.Private => Chain(outer.ContainingType).Any(type => Inherits(type, link.ContainingType)),
            Accessibility.Protected or Accessibility.ProtectedAndInternal => Inherits(outer.ContainingType, link.ContainingType),
            _ => false,
        };

        return link.DeclaredAccessibility switch
        {
            Accessibility.Public => true,
            Accessibility.Internal => staysInAssembly,
            Accessibility.Protected => staysInFamily,
            Accessibility.ProtectedAndInternal => staysInAssembly && staysInFamily,
            Accessibility.ProtectedOrInternal => staysInAssembly || staysInFamily
                || (accessibility == Accessibility.ProtectedOrInternal && Inherits(outer.ContainingType, link.ContainingType)),
            _ => accessibility == Accessibility.Private && Chain(outer.ContainingType).Any(type => SameType(type, link.ContainingType)),
        };
    }

    private static bool Inherits(INamedTypeSymbol? type, INamedTypeSymbol? ancestor)
    {
        for (INamedTypeSymbol? link = type; link is not null; link = link.BaseType)
        {
            if (SameType(link, ancestor))
                return true;
        }

        return type is { TypeKind: TypeKind.Interface } && type.AllInterfaces.Any(link => SameType(link, ancestor));
    }

    private static bool SameType(INamedTypeSymbol? a, INamedTypeSymbol? b)
        => SymbolEqualityComparer.Default.Equals(a?.OriginalDefinition, b?.OriginalDefinition);

    private static IEnumerable<INamedTypeSymbol> Chain(INamedTypeSymbol? type)
    {
        for (; type is not null; type = type.ContainingType)
            yield return type;
    }
}
