using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Parsing;

/// <summary>The types that a type is made of, and those around it.</summary>
internal static class TypeTree
{
    private static readonly SymbolDisplayFormat s_constraints = new(
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters | SymbolDisplayGenericsOptions.IncludeTypeConstraints);

    /// <summary>The type itself, its elements, its type arguments and its containing types, all the way down.</summary>
    public static IEnumerable<ITypeSymbol> Of(ITypeSymbol type) => PartsOf(type).SelectMany(Of).Prepend(type);

    /// <summary>The types around a type, innermost first.</summary>
    public static IEnumerable<INamedTypeSymbol> ContainersOf(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? container = type.ContainingType; container is not null; container = container.ContainingType)
            yield return container;
    }

    /// <summary>Whether a type that meets the condition is, anywhere in the type, where a ref struct cannot be: in an array or a type argument.</summary>
    public static bool Holds(ITypeSymbol type, Func<ITypeSymbol, bool> condition) => Of(type).SelectMany(HeldBy).Any(condition);

    private static IEnumerable<ITypeSymbol> PartsOf(ITypeSymbol type)
    {
        IEnumerable<ITypeSymbol> held = type is IArrayTypeSymbol array ? [array.ElementType] : ArgumentsOf(type);

        // A type parameter is contained in the type that it is an argument of: that way lies no end.
        return type is INamedTypeSymbol { ContainingType: { } container } ? held.Append(container) : held;
    }

    private static IEnumerable<ITypeSymbol> HeldBy(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => [array.ElementType],
        _ when AllowsRefStructs(type) => [],
        _ => ArgumentsOf(type),
    };

    // An open type's arguments are placeholders.
    private static IEnumerable<ITypeSymbol> ArgumentsOf(ITypeSymbol type)
        => type is INamedTypeSymbol { IsUnboundGenericType: false } named ? named.TypeArguments : Array.Empty<ITypeSymbol>();

    // The compiler that we build against has no other way to ask; it prints what a newer one knows.
    private static bool AllowsRefStructs(ITypeSymbol type) => type.OriginalDefinition.ToDisplayString(s_constraints).Contains("allows ref struct");
}
