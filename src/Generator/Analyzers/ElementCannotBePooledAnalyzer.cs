using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers;

/// <summary>PG0007: The element type must be one that an array can hold.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ElementCannotBePooledAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0007",
        "Element type cannot be pooled",
        "'{0}' cannot be the element type of '{1}': an array cannot hold {2}");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (Obstacle(declaration) is { } obstacle)
            yield return Diagnostic.Create(Rule, declaration.AttributeLocation, declaration.Element.ToDisplayString(), declaration.Type.Name, obstacle);
    }

    private static string? Obstacle(BufferDeclaration declaration) => declaration.Element switch
    {
        { } element when MentionedTypes.In(element).Any(IsPointer) => "pointers here: the emitted code needs no unsafe context",
        { IsRefLikeType: true } => "ref structs",
        { IsStatic: true } => "instances of a static class",
        { SpecialType: SpecialType.System_Void } => "void",
        INamedTypeSymbol { IsUnboundGenericType: true } => "an open generic type",
        { } element when !declaration.IsElementMode && SymbolEqualityComparer.Default.Equals(element, declaration.Type) => "its own renter, or null",
        _ => null,
    };

    private static bool IsPointer(ITypeSymbol type) => type.TypeKind is TypeKind.Pointer or TypeKind.FunctionPointer;
}
