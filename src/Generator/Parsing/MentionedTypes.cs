using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Parsing;

/// <summary>The types that code must name in order to name a type.</summary>
internal static class MentionedTypes
{
    /// <summary>The type itself, what its arrays hold, its type arguments, and the types around it with theirs.</summary>
    public static IEnumerable<ITypeSymbol> In(ITypeSymbol type) => Parts(type).SelectMany(In).Prepend(type);

    private static IEnumerable<ITypeSymbol> Parts(ITypeSymbol type)
    {
        if (type is IArrayTypeSymbol array)
            yield return array.ElementType;

        if (type.ContainingType is { } container && type is not ITypeParameterSymbol)
            yield return container;

        // The arguments of an open generic are the compiler's error types.
        if (type is INamedTypeSymbol { IsUnboundGenericType: false } named)
        {
            foreach (ITypeSymbol argument in named.TypeArguments)
                yield return argument;
        }
    }
}
