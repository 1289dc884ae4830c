using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0027: The garbage collector moves ordinary arrays, so none of them stays aligned.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class AlignmentLacksPinnedStorageAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0027",
        "Alignment lacks pinned storage",
        "'{0}' has an Alignment of {1}, but the garbage collector moves its arrays; add Storage = BufferStorage.Pinned or BufferStorage.Native");

    internal override bool KeepsTheMembers => true;

    // AlignmentIsInvalidAnalyzer and StorageIsNotSupportedAnalyzer come first: with their errors there is nothing to align.
    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.Options is { Storage: (int)StorageMode.Array, Alignment: not 0 and var alignment, IsStorageSupported: true }
            && PlacementLimits.IsAlignment(alignment))
        {
            yield return Diagnostic.Create(Rule, declaration.LocationOf("Alignment"), declaration.Type.Name, alignment);
        }
    }
}
