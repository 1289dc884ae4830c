using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0035: A row has at most 32 columns, and at most as many bytes as an element of an array.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RowIsTooLargeAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0035",
        "Row is too large",
        "A row of '{0}' has {1}; split it into two types");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration is not { IsOfColumns: true, IsOfValidKind: true })
            yield break;

        IReadOnlyList<ColumnSymbol> columns = ColumnSymbol.In(declaration);
        long bytes = columns.Sum(static column => ElementSize.AtLeast(column.Element));
        string? excess = columns.Count > ColumnRows.MaxColumns
            ? string.Format(CultureInfo.InvariantCulture, "{0:N0} columns, and {1} are possible", columns.Count, ColumnRows.MaxColumns)
            : bytes > ElementSize.LongestElementOfAnArray
            ? string.Format(CultureInfo.InvariantCulture, "at least {0:N0} bytes, and {1:N0} are possible", bytes, ElementSize.LongestElementOfAnArray)
            : null;
        if (excess is not null)
            yield return Diagnostic.Create(Rule, declaration.NameLocation, declaration.Type.Name, excess);
    }
}
