using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0032: A renter of columns declares at least one.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ColumnsAreMissingAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0032",
        "Columns are missing",
        "'{0}' has no columns; declare each as a partial property (public partial Span<float> X {{ get; }}), or as a field of a nested struct named Layout");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration is { IsOfColumns: true, IsOfValidKind: true } && ColumnSymbol.In(declaration).Count == 0)
            yield return Diagnostic.Create(Rule, declaration.NameLocation, declaration.Type.Name);
    }
}
