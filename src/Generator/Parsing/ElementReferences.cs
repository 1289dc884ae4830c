using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Parsing;

/// <summary>Finds out whether an element certainly holds references, whatever its type arguments are.</summary>
internal static class ElementReferences
{
    // Valid types are never nested this deep. The limit ends the recursion for a struct that contains itself, which is an error.
    private const int MaxDepth = 32;

    public static bool AreIn(ITypeSymbol element) => AreIn(element, MaxDepth);

    // A type parameter that is no reference type decides at run time, and so does a struct with fields of such a type.
    private static bool AreIn(ITypeSymbol type, int depth) => type switch
    {
        _ when depth == 0 || type.IsUnmanagedType => false,
        { IsReferenceType: true } => true,
        ITypeParameterSymbol => false,
        INamedTypeSymbol structure when TypeTree.Of(structure).OfType<ITypeParameterSymbol>().Any()
            => structure.GetMembers().OfType<IFieldSymbol>().Any(field => !field.IsStatic && AreIn(field.Type, depth - 1)),
        _ => true,
    };
}
