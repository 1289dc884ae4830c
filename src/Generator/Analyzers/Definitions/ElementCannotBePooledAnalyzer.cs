using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0007: The element type must be one that an array can hold.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ElementCannotBePooledAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0007",
        "Element type cannot be pooled",
        "'{0}' cannot be the element type of '{1}': {2}");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (Obstacle(declaration) is { } obstacle)
        {
            string element = declaration.IsElementNull ? "null" : declaration.Element.ToDisplayString();
            yield return Diagnostic.Create(Rule, declaration.AttributeLocation, element, declaration.Type.Name, obstacle);
        }
    }

    /// <summary>Why no array can hold such elements; null if one can, or another rule says why not.</summary>
    internal static string? Obstacle(BufferDeclaration declaration) => declaration.Element switch
    {
        // ColumnHoldsReferencesAnalyzer and ColumnIsMalformedAnalyzer report the elements of columns.
        _ when declaration.IsOfColumns => null,
        // TypeIsNotAStructAnalyzer reports a class that is its own element.
        _ when declaration is { IsElementMode: true, IsOfValidKind: false } => null,
        // TypeParameterIsUnknownAnalyzer reports a name that is not a type parameter.
        _ when declaration.IsTypeParameterUnknown => null,
        _ when declaration.IsElementNull => "name a type, or leave the argument out to make the struct itself the element",
        { } element when TypeTree.Of(element).Any(IsPointer) => "pointers need an unsafe context, which the generated code does not have; use nint",
        { } element when MentionsRenter(declaration, element) => "a pooled buffer is a ref struct, and arrays cannot hold ref structs",
        { IsRefLikeType: true } => "arrays cannot hold ref structs",
        ITypeParameterSymbol parameter when TypeTree.AllowsRefStruct(parameter)
            => "arrays cannot hold ref structs, and its constraint allows them; remove 'allows ref struct'",
        { IsStatic: true } => "a static class has no instances",
        { SpecialType: SpecialType.System_Void } => "void has no values",
        INamedTypeSymbol { IsUnboundGenericType: true } => "an open generic type has no instances; give it type arguments",
        { } element when ElementSize.AtLeast(element) is > ElementSize.LongestElementOfAnArray and var size
            => string.Format(
                CultureInfo.InvariantCulture,
                "it has at least {0:N0} bytes, and the runtime has no arrays of elements above {1:N0}",
                size,
                ElementSize.LongestElementOfAnArray),
        _ => null,
    };

    private static bool IsPointer(ITypeSymbol type) => type.TypeKind is TypeKind.Pointer or TypeKind.FunctionPointer;

    // Before the generator has run, another renter is still an ordinary struct.
    private static bool MentionsRenter(BufferDeclaration declaration, ITypeSymbol element)
        => !declaration.IsElementMode && (BufferDeclaration.IsRenter(element) || TypeTree.Holds(element, BufferDeclaration.IsRenter));
}
