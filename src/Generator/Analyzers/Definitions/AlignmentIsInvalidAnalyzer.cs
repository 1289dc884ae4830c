using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0026: Vectors, cache lines and pages begin at multiples of powers of two.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class AlignmentIsInvalidAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0026",
        "Alignment is invalid",
        "The Alignment of '{0}' is {1}; it must be a power of two from 16 to 4096, or 0 for none");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        int alignment = declaration.Options.Alignment;
        if (!PlacementLimits.IsAlignment(alignment))
            yield return Diagnostic.Create(Rule, declaration.OriginOf("Alignment"), declaration.Type.Name, alignment);
    }
}
