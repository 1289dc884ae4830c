using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.RawPools.Rewriting;

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

    /// <summary>A generic type of the element, such as <c>PooledOwner&lt;byte&gt;</c>, as it is written at a position.</summary>
    /// <param name="type">The metadata name of the type.</param>
    /// <param name="element">The element.</param>
    /// <param name="model">The model of the code.</param>
    /// <param name="position">The position.</param>
    public static string TypeOf(string type, ITypeSymbol element, SemanticModel model, int position) => model.Compilation.GetTypeByMetadataName(type)!
        .Construct(ImmutableArray.Create(element), ImmutableArray.Create(element.NullableAnnotation))
        .ToMinimalDisplayString(model, position);

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
