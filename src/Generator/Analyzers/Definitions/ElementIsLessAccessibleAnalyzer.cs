using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0014: The renter's members expose the element type, so the element type must be as accessible as the renter.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ElementIsLessAccessibleAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0014",
        "Element type is less accessible than the renter",
        "'{0}' is less accessible than '{1}', whose members expose it; make '{1}' as private as its element, or the element more accessible");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        // In element mode the renter is nested in its own element.
        if (declaration is { IsElementMode: false, IsOfColumns: false } && Accessibilities.IsLessAccessible(declaration.Element, declaration.Type))
            yield return Diagnostic.Create(Rule, declaration.AttributeLocation, declaration.Element.ToDisplayString(), declaration.Type.Name);

        // The compiler compares the user's own properties, and we those that are emitted for fields.
        if (!declaration.IsOfColumns)
            yield break;

        foreach (ColumnSymbol column in ColumnSymbol.In(declaration))
        {
            if (column.Symbol is IFieldSymbol { DeclaredAccessibility: Accessibility.Public }
                && Accessibilities.IsLessAccessible(column.Element, declaration.Type))
            {
                yield return Diagnostic.Create(Rule, column.Symbol.Locations[0], column.Element.ToDisplayString(), declaration.Type.Name);
            }
        }
    }
}
