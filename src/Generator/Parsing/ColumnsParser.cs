using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>Turns the declaration of a renter of columns into its model.</summary>
internal static class ColumnsParser
{
    /// <summary>Creates the model of a declaration that breaks no rule, except possibly one that keeps the members.</summary>
    /// <param name="declaration">The declaration.</param>
    /// <param name="isPlaceholder">Whether the declaration breaks such a rule.</param>
    /// <returns>The model; null if the compiler rejects the type of a column.</returns>
    public static ColumnsModel? Parse(BufferDeclaration declaration, bool isPlaceholder)
    {
        IReadOnlyList<ColumnSymbol> symbols = ColumnSymbol.In(declaration);
        if (symbols.Any(static column => column.HasErrors))
            return null;

        var columns = new EquatableArray<ColumnModel>(symbols.Select(symbol => ToModel(symbol, declaration.Compilation)).ToImmutableArray());
        BufferModel buffer = BufferParser.Parse(declaration, isPlaceholder);
        int maxLength = buffer.Pool.MaxLength;
        return new ColumnsModel(
            buffer with
            {
                Element = RowOf(columns, ElementParser.WarningsFor(symbols.SelectMany(NamedFor))),
                Pool = buffer.Pool with
                {
                    MinLength = ColumnRows.Multiple,
                    MaxLength = ColumnRows.RoundUp(Math.Min(maxLength, ColumnRows.MaxLength)),
                    Storage = StorageMode.Pinned,
                    Alignment = ColumnRows.Alignment,
                },
            },
            columns,
            maxLength);
    }

    private static ElementModel RowOf(EquatableArray<ColumnModel> columns, string warnings)
    {
        int? bytes = columns.All(static column => column.Element.ByteSize is not null) ? columns.Sum(static column => column.Element.ByteSize ?? 0) : null;
        return new ElementModel(
            "Row",
            bytes,
            References.None, // The pool of rows refuses references when it is created.
            IsUnmanaged: true,
            DependsOnTypeArguments: columns.Any(static column => column.Element.DependsOnTypeArguments),
            IsTypeParameter: false,
            warnings);
    }

    // What the emitted code names for a column: the types in its element, and the property with its accessor, or the field with the struct around it.
    private static IEnumerable<ISymbol> NamedFor(ColumnSymbol column)
    {
        ISymbol? around = column.Symbol is IPropertySymbol property ? property.GetMethod : column.Symbol.ContainingType;
        return TypeTree.Of(column.Element).Concat(around is null ? [column.Symbol] : new[] { column.Symbol, around });
    }

    private static ColumnModel ToModel(ColumnSymbol column, Compilation compilation)
    {
        ElementModel element = ElementParser.Parse(column.Element, compilation);
        string name = CodeNames.Escape(column.Name);
        ISymbol declared = column.Symbol is IFieldSymbol { AssociatedSymbol: { } property } ? property : column.Symbol;
        PropertyDeclarationSyntax? syntax = column.IsPartial ? ColumnSymbol.SyntaxOf(column.Symbol) : null;
        string modifiers = syntax is null ? ModifiersOf(declared.DeclaredAccessibility) : TextOf(syntax.Modifiers);
        bool isValid = column.Problem is null;
        return new ColumnModel(
            name,
            modifiers,
            element,
            syntax is null ? $"global::System.Span<{element.Name}>" : TypeOf((IPropertySymbol)column.Symbol),
            new EquatableArray<string>(syntax is null ? ImmutableArray.Create("get") : AccessorsOf(syntax)),
            IsPartial: syntax is not null,
            IsPrivate: declared.DeclaredAccessibility == Accessibility.Private,
            IsLayoutField: column.Symbol is IFieldSymbol && isValid,
            isValid);
    }

    private static string TextOf(SyntaxTokenList modifiers) => string.Concat(modifiers.Select(static token => token.Text + " "));

    // The modifiers of a column that is a field. A private field is not a column.
    private static string ModifiersOf(Accessibility accessibility) => accessibility == Accessibility.Public ? "public " : "internal ";

    private static string TypeOf(IPropertySymbol property)
    {
        string reference = property.RefKind switch { RefKind.Ref => "ref ", RefKind.RefReadOnly => "ref readonly ", _ => "" };
        return reference + CodeNames.Of(property.Type);
    }

    private static ImmutableArray<string> AccessorsOf(PropertyDeclarationSyntax syntax)
        => syntax.AccessorList?.Accessors.Select(static accessor => TextOf(accessor.Modifiers) + accessor.Keyword.Text).ToImmutableArray()
            ?? ImmutableArray<string>.Empty;
}
