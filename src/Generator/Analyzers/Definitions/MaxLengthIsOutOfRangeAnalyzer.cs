using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0004: MaxLength must be a length that an array can have.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MaxLengthIsOutOfRangeAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0004",
        "MaxLength is out of range",
        "The MaxLength of '{0}' is {1}; it must be 1 to {2}, the length of the longest array");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.Options is { Length: null, MaxLength: { } maxLength and (< 1 or > ArrayLimits.MaxLength) })
            yield return Diagnostic.Create(Rule, declaration.OriginOf("MaxLength"), declaration.Type.Name, maxLength, ArrayLimits.MaxLength);
    }
}
