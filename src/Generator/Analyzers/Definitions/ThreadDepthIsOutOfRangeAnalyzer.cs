using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0006: ThreadDepth must fit into a thread's stack.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ThreadDepthIsOutOfRangeAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0006",
        "ThreadDepth is out of range",
        "The ThreadDepth of '{0}' is {1}; it must be 1 to {2}");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        int depth = declaration.Options.ThreadDepth;
        if (depth is < 1 or > Depths.MaxThreadDepth)
            yield return Diagnostic.Create(Rule, declaration.OriginOf("ThreadDepth"), declaration.Type.Name, depth, Depths.MaxThreadDepth);
    }
}
