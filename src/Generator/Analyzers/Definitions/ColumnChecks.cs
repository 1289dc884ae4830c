using System.Globalization;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Parsing;
using static PooledGen.Generator.Analyzers.Definitions.DefinitionRules;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>Checks the columns of a renter: unmanaged elements that share a block of pinned memory.</summary>
internal static class ColumnChecks
{
    public static IEnumerable<Diagnostic> ErrorsIn(BufferDeclaration declaration, IReadOnlyList<ColumnSymbol> columns)
    {
        string name = declaration.Type.Name;
        if (!declaration.IsOfColumns)
            yield break;

        // The runtime library for .NET Standard 2.0 and .NET Framework has no pinned arrays.
        if (!declaration.Options.IsStorageSupported)
            yield return ColumnsAreNotSupported.At(declaration.AttributeLocation, name);

        // The compiler compares the user's own properties, and this rule those that are emitted for fields.
        foreach (ColumnSymbol column in columns.Where(static column => column.Symbol is IFieldSymbol { DeclaredAccessibility: Accessibility.Public }))
        {
            if (Accessibilities.IsLessAccessible(column.Element, declaration.Type))
                yield return ElementIsLessAccessible.At(column.Symbol.Locations[0], column.Element.ToDisplayString(), name);
        }

        if (!declaration.IsOfValidKind)
            yield break;

        if (columns.Count == 0)
            yield return ColumnsAreMissing.At(declaration.NameLocation, name);

        foreach (ColumnSymbol column in columns.Where(static column => !column.HasErrors))
        {
            Location location = column.Symbol.Locations[0];
            if (column.Problem is { } problem)
                yield return ColumnIsMalformed.At(location, column.Name, name, problem);
            else if (!column.Element.IsUnmanagedType || ElementReferences.AreIn(column.Element, declaration.Compilation))
                yield return ColumnHoldsReferences.At(location, column.Name, name, column.Element.ToDisplayString(), ReferencesIn(column.Element));
        }

        if (ExcessIn(columns) is { } excess)
            yield return RowIsTooLarge.At(declaration.NameLocation, name, excess);
    }

    // The garbage collector does not look for references in a block that several columns share.
    private static string ReferencesIn(ITypeSymbol element) => TypeTree.DependsOnTypeParameter(element)
        ? "may hold references; give the type parameter the constraint 'unmanaged'"
        : "holds references; only unmanaged types can share a block, so keep these elements in a buffer of their own";

    // A row has a limited number of columns, and at most as many bytes as an element of an array.
    private static string? ExcessIn(IReadOnlyList<ColumnSymbol> columns)
    {
        long bytes = columns.Sum(static column => ElementSize.AtLeast(column.Element));
        return columns.Count > ColumnRows.MaxColumns
            ? string.Format(CultureInfo.InvariantCulture, "{0:N0} columns, and {1} are possible", columns.Count, ColumnRows.MaxColumns)
            : bytes > ElementSize.LongestElementOfAnArray
            ? string.Format(CultureInfo.InvariantCulture, "at least {0:N0} bytes, and {1:N0} are possible", bytes, ElementSize.LongestElementOfAnArray)
            : null;
    }
}
