using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Parsing;

/// <summary>Enumerates the types that a type consists of, and its containing types.</summary>
internal static class TypeTree
{
    private const string RefStructConstraint = "allows ref struct";

    private static readonly SymbolDisplayFormat s_constraints = new(
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters | SymbolDisplayGenericsOptions.IncludeTypeConstraints);

    /// <summary>The type itself, its elements, its type arguments and its containing types, all the way down.</summary>
    public static IEnumerable<ITypeSymbol> Of(ITypeSymbol type) => PartsOf(type).SelectMany(Of).Prepend(type);

    /// <summary>Whether a type is a type parameter, or is made of one.</summary>
    public static bool DependsOnTypeParameter(ITypeSymbol type) => Of(type).Any(static part => part.TypeKind == TypeKind.TypeParameter);

    /// <summary>The types around a type, innermost first.</summary>
    public static IEnumerable<INamedTypeSymbol> ContainersOf(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? container = type.ContainingType; container is not null; container = container.ContainingType)
            yield return container;
    }

    /// <summary>The type parameters that the type's members can name, those of the type itself first.</summary>
    public static IEnumerable<ITypeParameterSymbol> TypeParametersIn(INamedTypeSymbol type)
        => ContainersOf(type).Prepend(type).SelectMany(static level => level.TypeParameters);

    /// <summary>The name of a type parameter as code has to write it: <c>@new</c>.</summary>
    public static string NameOf(ITypeParameterSymbol parameter) => parameter.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat);

    /// <summary>The type parameter that a name refers to in the type's members; null if there is none, or a nested type hides it.</summary>
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

    /// <summary>Whether a type is a ref struct. The older frameworks do not mark the three that are older than the word.</summary>
    public static bool IsRefStruct(ITypeSymbol type) => type
        is { IsRefLikeType: true }
        or { SpecialType: SpecialType.System_TypedReference or SpecialType.System_ArgIterator or SpecialType.System_RuntimeArgumentHandle };

    /// <summary>Whether a type parameter may stand for a ref struct.</summary>
    public static bool AllowsRefStruct(ITypeParameterSymbol parameter)
        => parameter.ContainingType?.OriginalDefinition.ToDisplayString(s_constraints) is { } declaration
            && declaration.Split([" where "], StringSplitOptions.None).Any(
                clause => clause.StartsWith(parameter.Name + " :", StringComparison.Ordinal) && clause.Contains(RefStructConstraint));

    /// <summary>Whether an array element or type argument anywhere in the type, where a ref struct is not allowed, meets the condition.</summary>
    public static bool Holds(ITypeSymbol type, Func<ITypeSymbol, bool> condition) => Of(type).SelectMany(HeldBy).Any(condition);

    private static IEnumerable<ITypeSymbol> PartsOf(ITypeSymbol type)
    {
        IEnumerable<ITypeSymbol> held = type is IArrayTypeSymbol array ? [array.ElementType] : ArgumentsOf(type);

        // The containing type of a type parameter has it as an argument, so following it would never end.
        return type is INamedTypeSymbol { ContainingType: { } container } ? held.Append(container) : held;
    }

    private static IEnumerable<ITypeSymbol> HeldBy(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => [array.ElementType],
        _ when AllowsRefStructs(type) => [],
        _ => ArgumentsOf(type),
    };

    // The arguments of an unbound generic type are placeholders.
    private static IEnumerable<ITypeSymbol> ArgumentsOf(ITypeSymbol type)
        => type is INamedTypeSymbol { IsUnboundGenericType: false } named ? named.TypeArguments : Array.Empty<ITypeSymbol>();

    // The Roslyn version that we build against has no API for this constraint, but a newer compiler prints it.
    private static bool AllowsRefStructs(ITypeSymbol type) => type.OriginalDefinition.ToDisplayString(s_constraints).Contains(RefStructConstraint);
}
