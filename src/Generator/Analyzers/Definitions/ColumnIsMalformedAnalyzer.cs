using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0034: A column is a partial property that returns a span, or a field of the nested struct.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ColumnIsMalformedAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0034",
        "Column is malformed",
        "'{0}' cannot be a column of '{1}': {2}");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration is not { IsOfColumns: true, IsOfValidKind: true })
            yield break;

        foreach (ColumnSymbol column in ColumnSymbol.In(declaration))
        {
            if (column is { Problem: { } problem, HasErrors: false })
                yield return Diagnostic.Create(Rule, column.Symbol.Locations[0], column.Name, declaration.Type.Name, problem);
        }
    }
}
