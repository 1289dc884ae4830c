using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>The elements of renters: of a struct at the end of the file, or of <c>SharedBuffer&lt;T&gt;</c>, which needs no declaration.</summary>
internal static class RenterElement
{
    public const string SpanMetadataName = "System.Span`1";

    /// <summary>Whether the element can have a renter, declared or shared.</summary>
    public static bool HasRenter(ITypeSymbol element, Compilation compilation)
        => CanBeNamed(element)
            || (compilation.GetTypeByMetadataName(WellKnownNames.SharedBuffer) is not null
                && TypeTree.Of(element).All(static part => part.TypeKind is not (TypeKind.Error or TypeKind.Dynamic)));

    /// <summary>Whether <c>SharedBuffer&lt;T&gt;</c> clears the elements on return: it clears references only.</summary>
    public static bool IsClearedWhenShared(ITypeSymbol element)
        => element.IsReferenceType || (!element.IsUnmanagedType && TypeTree.Of(element).All(static part => part is not ITypeParameterSymbol));

    /// <summary>The type of an owner, as it is written at a position.</summary>
    public static string OwnerOf(ITypeSymbol element, SemanticModel model, int position)
        => Construct(WellKnownNames.OwnerMetadataName, element, model).ToMinimalDisplayString(model, position);

    /// <summary>The type of a span, as it is written at a position.</summary>
    public static string SpanOf(ITypeSymbol element, SemanticModel model, int position)
        => Construct(SpanMetadataName, element, model).ToMinimalDisplayString(model, position);

    private static INamedTypeSymbol Construct(string type, ITypeSymbol element, SemanticModel model)
        => model.Compilation.GetTypeByMetadataName(type)!.Construct(ImmutableArray.Create(element), ImmutableArray.Create(element.NullableAnnotation));

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
