using Microsoft.CodeAnalysis;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>What a struct that stands at the end of the file can be annotated with.</summary>
internal static class RenterElement
{
    public static bool CanBeNamed(ITypeSymbol element) => TypeTree.Of(element).All(static part => part switch
    {
        IArrayTypeSymbol => true,
        { IsReferenceType: true, NullableAnnotation: NullableAnnotation.Annotated } or { IsTupleType: true } => false,
        INamedTypeSymbol named => !named.IsFileLocal && named.TypeKind != TypeKind.Error
            && named.DeclaredAccessibility is Accessibility.Public or Accessibility.Internal or Accessibility.ProtectedOrInternal,
        _ => false,
    });
}
