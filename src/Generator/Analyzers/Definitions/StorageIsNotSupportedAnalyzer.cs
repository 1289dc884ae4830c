using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0028: The runtime library for .NET Standard 2.0 and .NET Framework has ordinary arrays only, because these have no pinned ones.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class StorageIsNotSupportedAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0028",
        "Storage is not supported",
        "'{0}' has {1}, which the PooledGen of this target does not support; it needs .NET 8 or later");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (OptionOf(declaration.Options) is { } option && !declaration.Options.IsStorageSupported)
        {
            string words = option == "Storage" ? $"Storage = {(StorageMode)declaration.Options.Storage}" : $"an Alignment of {declaration.Options.Alignment}";
            yield return Diagnostic.Create(Rule, declaration.LocationOf(option), declaration.Type.Name, words);
        }
    }

    // StorageIsUndefinedAnalyzer and AlignmentIsInvalidAnalyzer report values that no target supports.
    private static string? OptionOf(OptionValues options)
        => options.HasStableAddress ? "Storage" : options.Alignment != 0 && PlacementLimits.IsAlignment(options.Alignment) ? "Alignment" : null;
}
