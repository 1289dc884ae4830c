using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Parsing;

/// <summary>The types that a type is made of, and those around it.</summary>
internal static class TypeTree
{
    private const string RefStructConstraint = "allows ref struct";

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

    /// <summary>The type parameters that the type's members can name, those of the type itself first.</summary>
    public static IEnumerable<ITypeParameterSymbol> TypeParametersIn(INamedTypeSymbol type)
        => ContainersOf(type).Prepend(type).SelectMany(static level => level.TypeParameters);

    /// <summary>The type parameter that a name means in the type's members; null where it means none, or a type that hides one.</summary>
    public static ITypeParameterSymbol? FindTypeParameter(INamedTypeSymbol type, string name)
    {
        foreach (INamedTypeSymbol level in ContainersOf(type).Prepend(type))
        {
            if (level.TypeParameters.FirstOrDefault(parameter => parameter.Name == name) is { } found)
                return found;

            if (level.GetTypeMembers(name, arity: 0).Any())
                return null;
        }

        return null;
    }

    /// <summary>Whether a type parameter may stand for a ref struct.</summary>
    public static bool AllowsRefStruct(ITypeParameterSymbol parameter)
        => parameter.ContainingType?.OriginalDefinition.ToDisplayString(s_constraints) is { } declaration
            && declaration.Split([" where "], StringSplitOptions.None).Any(
                clause => clause.StartsWith(parameter.Name + " :", StringComparison.Ordinal) && clause.Contains(RefStructConstraint));

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
    private static bool AllowsRefStructs(ITypeSymbol type) => type.OriginalDefinition.ToDisplayString(s_constraints).Contains(RefStructConstraint);
}
