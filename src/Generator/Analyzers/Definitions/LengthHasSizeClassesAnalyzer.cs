using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0021: A pool of one length has no size classes, so their options contradict Length.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class LengthHasSizeClassesAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0021",
        "Length has size classes",
        "'{0}' has a Length and a {1}: a pool of one length has no size classes; set Length alone, or MaxLength without Length");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.Options.ConflictWithLength is { } option)
            yield return Diagnostic.Create(Rule, declaration.LocationOf(option), declaration.Type.Name, option);
    }
}
