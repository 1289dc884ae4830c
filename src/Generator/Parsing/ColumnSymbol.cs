using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>A column as the user wrote it: a partial property of the annotated struct, or a field of its nested struct <c>Layout</c>.</summary>
/// <param name="Symbol">The property or the field.</param>
/// <param name="Name">The column's name.</param>
/// <param name="Element">The element type; the type of the property if that is not a span.</param>
/// <param name="Problem">Why it cannot be a column; null if it can.</param>
internal sealed record ColumnSymbol(ISymbol Symbol, string Name, ITypeSymbol Element, string? Problem)
{
    // The compiler that we build against is older than this version.
    private const LanguageVersion CSharp13 = (LanguageVersion)1300;

    /// <summary>The columns of an annotated struct: the properties first, then the fields.</summary>
    public static IReadOnlyList<ColumnSymbol> In(BufferDeclaration declaration) =>
    [
        .. declaration.Type.GetMembers().OfType<IPropertySymbol>()
            .Where(IsMeant)
            .Select(property => new ColumnSymbol(property, property.Name, ElementOf(property), ProblemOf(property, declaration.LanguageVersion))),
        .. declaration.Type.GetTypeMembers(ColumnMembers.Layout, arity: 0)
            .Where(static layout => layout.TypeKind == TypeKind.Struct)
            .SelectMany(static layout => layout.GetMembers().OfType<IFieldSymbol>())
            .Where(static field => field is { IsStatic: false } && (field.AssociatedSymbol is not null || !field.IsImplicitlyDeclared))
            .Select(static field => new ColumnSymbol(field, (field.AssociatedSymbol ?? field).Name, field.Type, ProblemOf(field))),
    ];

    /// <summary>Whether the compiler rejects the column, which is its own to report: it lacks a name or its element is no type.</summary>
    public bool HasErrors
        => Name.Length == 0 || Element.SpecialType == SpecialType.System_Void || TypeTree.Of(Element).Any(static type => type.TypeKind == TypeKind.Error);

    /// <summary>Whether the column is a partial property.</summary>
    public bool IsPartial => Symbol is IPropertySymbol property && SyntaxOf(property)?.Modifiers.Any(SyntaxKind.PartialKeyword) == true;

    /// <summary>The property's declaration, without its body; null for a field.</summary>
    public static PropertyDeclarationSyntax? SyntaxOf(ISymbol symbol)
        => symbol.DeclaringSyntaxReferences.Select(static reference => reference.GetSyntax()).OfType<PropertyDeclarationSyntax>().FirstOrDefault();

    // A span that would be stored is a column that lacks the keyword: a renter has no state of its own.
    private static bool IsMeant(IPropertySymbol property)
        => SyntaxOf(property) is { } syntax
            && (syntax.Modifiers.Any(SyntaxKind.PartialKeyword) || (!property.IsStatic && SpanElementOf(property.Type) is not null && IsAutomatic(syntax)));

    private static bool IsAutomatic(PropertyDeclarationSyntax syntax)
        => syntax is { ExpressionBody: null, AccessorList: { } accessors }
            && accessors.Accessors.All(static accessor => accessor is { Body: null, ExpressionBody: null });

    private static ITypeSymbol ElementOf(IPropertySymbol property) => SpanElementOf(property.Type) ?? property.Type;

    private static ITypeSymbol? SpanElementOf(ITypeSymbol type)
        => type is INamedTypeSymbol { Name: "Span", Arity: 1, ContainingType: null } span && span.ContainingNamespace.ToDisplayString() == "System"
            ? span.TypeArguments[0]
            : null;

    private static string? ProblemOf(IPropertySymbol property, LanguageVersion version) => property switch
    {
        _ when SyntaxOf(property)?.Modifiers.Any(SyntaxKind.PartialKeyword) != true => "it is not partial",
        _ when SpanElementOf(property.Type) is null => "its type is not Span<T>",
        { IsStatic: true } => "it is static",
        { RefKind: not RefKind.None } => "it returns a reference",
        { SetMethod: not null } => "it has a setter",
        _ when version < CSharp13
            => $"C# {version.ToDisplayString()} has no partial properties, so make it a field of a nested struct named {ColumnMembers.Layout}",
        _ => null,
    };

    // The emitted code sets the fields once, so that the compiler does not warn about them.
    private static string? ProblemOf(IFieldSymbol field) => field switch
    {
        { Type.TypeKind: TypeKind.Pointer or TypeKind.FunctionPointer } => "a span cannot have elements of its type",
        _ when TypeTree.IsRefStruct(field.Type) => "a span cannot have elements of its type",
        { AssociatedSymbol: IPropertySymbol { SetMethod: null } } or { AssociatedSymbol: null, IsReadOnly: true } => "it is read-only",
        _ when (field.AssociatedSymbol ?? field).DeclaredAccessibility == Accessibility.Private
            => "it is private; give it the accessibility of its column",
        _ => null,
    };
}
