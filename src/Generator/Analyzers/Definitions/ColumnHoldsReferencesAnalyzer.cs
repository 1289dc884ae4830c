using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0033: The garbage collector does not look for references in a block that several columns share.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ColumnHoldsReferencesAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0033",
        "Column holds references",
        "The column '{0}' of '{1}' has elements of '{2}', which {3}");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration is not { IsOfColumns: true, IsOfValidKind: true })
            yield break;

        foreach (ColumnSymbol column in ColumnSymbol.In(declaration))
        {
            if (column is { Problem: null, HasErrors: false }
                && (!column.Element.IsUnmanagedType || ElementReferences.AreIn(column.Element, declaration.Compilation)))
            {
                yield return Diagnostic.Create(
                    Rule, column.Symbol.Locations[0], column.Name, declaration.Type.Name, column.Element.ToDisplayString(), Reason(column.Element));
            }
        }
    }

    private static string Reason(ITypeSymbol element) => TypeTree.Of(element).Any(static part => part.TypeKind == TypeKind.TypeParameter)
        ? "may hold references; give the type parameter the constraint 'unmanaged'"
        : "holds references; only unmanaged types can share a block, so keep these elements in a buffer of their own";
}
