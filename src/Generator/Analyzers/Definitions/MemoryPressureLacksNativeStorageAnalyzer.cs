using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0030: The garbage collector knows of its own arrays, so there is nothing to tell it.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MemoryPressureLacksNativeStorageAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0030",
        "MemoryPressure lacks native storage",
        "'{0}' has MemoryPressure, but its buffers lie in the garbage collector's heap; add Storage = BufferStorage.Native, or remove the option");

    internal override bool KeepsTheMembers => true;

    // StorageIsUndefinedAnalyzer reports values that are no storage.
    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.Options is { SaysMemoryPressure: true, Storage: (int)StorageMode.Array or (int)StorageMode.Pinned })
            yield return Diagnostic.Create(Rule, declaration.LocationOf("MemoryPressure"), declaration.Type.Name);
    }
}
