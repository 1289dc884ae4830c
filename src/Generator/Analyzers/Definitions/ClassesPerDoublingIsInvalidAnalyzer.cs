using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0023: The size class is computed from the highest bits of a length, so the number of classes per doubling must be a power of two.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ClassesPerDoublingIsInvalidAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0023",
        "ClassesPerDoubling is invalid",
        "The ClassesPerDoubling of '{0}' is {1}; it must be 1, 2 or 4");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.Options.ClassesPerDoubling is var classes and not (1 or 2 or 4))
            yield return Diagnostic.Create(Rule, declaration.OriginOf("ClassesPerDoubling"), declaration.Type.Name, classes);
    }
}
