using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0003: MaxLength has no default, because only the user knows it.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MaxLengthIsMissingAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0003",
        "MaxLength is missing",
        "'{0}' needs a MaxLength: write [{1}(MaxLength = …)] here, or set it for the assembly with [assembly: PooledBufferDefaults(MaxLength = …)]");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.Options.MaxLength is null)
            yield return Diagnostic.Create(Rule, declaration.AttributeLocation, declaration.Type.Name, AttributeName(declaration));
    }

    private static string AttributeName(BufferDeclaration declaration) => declaration.IsOfColumns
        ? "PooledColumns"
        : declaration.Attribute.AttributeClass!.IsGenericType ? $"PooledBuffer<{declaration.Element.ToDisplayString()}>" : "PooledBuffer";
}
