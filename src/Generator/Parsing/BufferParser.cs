using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>Turns the declaration of an annotated type into its model.</summary>
internal static class BufferParser
{
    private static readonly SymbolDisplayFormat s_displayName = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces,
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters);

    /// <summary>
    /// Whether a node can be an annotated type. A class is one, too, because its error must be reported. Roslyn calls this for every node with an attribute
    /// of that name, so it must be cheap.
    /// </summary>
    public static bool IsCandidate(SyntaxNode node, CancellationToken cancellationToken) => node is TypeDeclarationSyntax;

    /// <summary>Creates the model of a declaration that breaks no rule, except possibly one about an option.</summary>
    /// <param name="declaration">The declaration.</param>
    /// <param name="isPlaceholder">Whether the declaration breaks such a rule.</param>
    public static BufferModel Parse(BufferDeclaration declaration, bool isPlaceholder)
    {
        INamedTypeSymbol type = declaration.Type;
        ImmutableArray<TypeModel> chain = ChainOf(type).ToImmutableArray();
        string displayName = type.ToDisplayString(s_displayName);

        if (declaration.IsElementMode)
            displayName += "." + WellKnownNames.NestedRenter;

        return new BufferModel(
            CodeNames.Of(type.ContainingNamespace),
            new EquatableArray<TypeModel>(declaration.IsElementMode ? chain : chain.RemoveAt(chain.Length - 1)),
            declaration.IsElementMode
                ? new TypeModel("struct", WellKnownNames.NestedRenter, Modifiers: "public readonly ref ")
                : chain[chain.Length - 1] with { Modifiers = "readonly ref " },
            displayName,
            ElementParser.Parse(declaration.Element, declaration.Compilation),
            isPlaceholder ? declaration.Options.ToPlaceholder() : declaration.Options.ToModel(),
            ConsumerParser.Parse(declaration),
            isPlaceholder);
    }

    // Returns the containing types from the outermost on, and the annotated type last.
    private static IEnumerable<TypeModel> ChainOf(INamedTypeSymbol type)
    {
        var chain = new Stack<INamedTypeSymbol>();
        for (INamedTypeSymbol? link = type; link is not null; link = link.ContainingType)
            chain.Push(link);

        return chain.Select(ToModel);
    }

    private static TypeModel ToModel(INamedTypeSymbol type) => new(
        KeywordOf(type),
        CodeNames.Escape(type.Name),
        type.Arity == 0 ? "" : $"<{string.Join(", ", type.TypeParameters.Select(static parameter => CodeNames.Escape(parameter.Name)))}>",
        type.Arity);

    private static string KeywordOf(INamedTypeSymbol type) => (type.TypeKind, type.IsRecord) switch
    {
        (TypeKind.Struct, true) => "record struct",
        (TypeKind.Struct, false) => BufferDeclaration.IsUnion(type) ? "union" : "struct",
        (TypeKind.Interface, _) => "interface",
        (_, true) => "record",
        _ => "class",
    };
}
