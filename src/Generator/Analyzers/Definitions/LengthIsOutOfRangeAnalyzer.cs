using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0022: Length must be a length that one size class can have.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class LengthIsOutOfRangeAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private const int Greatest = 1 << 30;

    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0022",
        "Length is out of range",
        "The Length of '{0}' is {1}; it must be 1 to {2}");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.Options.Length is { } length and (< 1 or > Greatest))
            yield return Diagnostic.Create(Rule, declaration.OriginOf("Length"), declaration.Type.Name, length, Greatest);
    }
}
