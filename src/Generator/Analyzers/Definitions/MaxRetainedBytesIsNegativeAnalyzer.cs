using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0016: A budget must not be negative.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MaxRetainedBytesIsNegativeAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0016",
        "MaxRetainedBytes is negative",
        "The MaxRetainedBytes of '{0}' is {1}; it must be 0 or more");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.Options.MaxRetainedBytes is < 0 and var bytes)
            yield return Diagnostic.Create(Rule, declaration.OriginOf("MaxRetainedBytes"), declaration.Type.Name, bytes);
    }
}
