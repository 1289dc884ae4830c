using Microsoft.CodeAnalysis;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>What a renter can be of: a struct that stands at the end of the file, and <c>SharedBuffer&lt;T&gt;</c>, which needs no declaration.</summary>
internal static class RenterElement
{
    /// <summary>Whether there is a renter of the element, declared or shared.</summary>
    public static bool HasRenter(ITypeSymbol element, Compilation compilation)
        => CanBeNamed(element)
            || (compilation.GetTypeByMetadataName(WellKnownNames.SharedBuffer) is not null
                && TypeTree.Of(element).All(static part => part.TypeKind is not (TypeKind.Error or TypeKind.Dynamic)));

    /// <summary>Whether <c>SharedBuffer&lt;T&gt;</c> clears the elements when it goes back: it clears references, and nothing else.</summary>
    public static bool IsClearedWhenShared(ITypeSymbol element)
        => element.IsReferenceType || (!element.IsUnmanagedType && TypeTree.Of(element).All(static part => part is not ITypeParameterSymbol));

    /// <summary>Whether the attribute of a struct at the end of the file can name the element.</summary>
    public static bool CanBeNamed(ITypeSymbol element) => TypeTree.Of(element).All(static part => part switch
    {
        IArrayTypeSymbol => true,
        { IsReferenceType: true, NullableAnnotation: NullableAnnotation.Annotated } or { IsTupleType: true } => false,
        INamedTypeSymbol named => !named.IsFileLocal && named.TypeKind != TypeKind.Error
            && named.DeclaredAccessibility is Accessibility.Public or Accessibility.Internal or Accessibility.ProtectedOrInternal,
        _ => false,
    });
}
