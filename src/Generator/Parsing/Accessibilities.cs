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
        INamedTypeSymbol named => named.TypeArguments.Any(argument => IsLessAccessible(argument, renter))
            || Chain(named).Any(link => link.IsFileLocal || !Chain(renter).Any(outer => Covers(link, outer))),
        _ => false,
    };

    // Whether being under the restriction of 'outer', a type around the renter or the renter itself, means to be under that of 'link'.
    private static bool Covers(INamedTypeSymbol link, INamedTypeSymbol outer)
    {
        if (link.DeclaredAccessibility == Accessibility.Public)
            return true;

        if (SameType(outer.ContainingType, link.ContainingType) && IsAtMost(outer.DeclaredAccessibility, link.DeclaredAccessibility))
            return true;

        if (outer.DeclaredAccessibility == Accessibility.Private && Chain(outer.ContainingType).Any(type => SameType(type, link.ContainingType)))
            return true;

        return IsAtMost(Accessibility.Internal, link.DeclaredAccessibility) && IsAtMost(outer.DeclaredAccessibility, Accessibility.Internal);
    }

    private static bool IsAtMost(Accessibility accessibility, Accessibility limit)
        => accessibility == limit
            || accessibility == Accessibility.Private
            || (accessibility == Accessibility.ProtectedAndInternal && limit != Accessibility.Private)
            || limit == Accessibility.Public
            || (limit == Accessibility.ProtectedOrInternal && accessibility is Accessibility.Protected or Accessibility.Internal);

    private static bool SameType(INamedTypeSymbol? a, INamedTypeSymbol? b)
        => SymbolEqualityComparer.Default.Equals(a?.OriginalDefinition, b?.OriginalDefinition);

    private static IEnumerable<INamedTypeSymbol> Chain(INamedTypeSymbol? type)
    {
        for (; type is not null; type = type.ContainingType)
            yield return type;
    }
}
