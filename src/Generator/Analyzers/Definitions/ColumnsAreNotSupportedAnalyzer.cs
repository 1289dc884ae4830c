using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0036: Columns lie in pinned arrays, which .NET Standard 2.0 and .NET Framework do not have.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ColumnsAreNotSupportedAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0036",
        "Columns are not supported",
        "'{0}' has columns, which lie in pinned arrays, and this project's framework has none; target .NET 8 or later");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration is { IsOfColumns: true, Options.IsStorageSupported: false })
            yield return Diagnostic.Create(Rule, declaration.AttributeLocation, declaration.Type.Name);
    }
}
