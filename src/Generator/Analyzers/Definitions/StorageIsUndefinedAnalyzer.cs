using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0024: The storage must be one of its enum's values.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class StorageIsUndefinedAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0024",
        "Storage is undefined",
        "The Storage of '{0}' is {1}, which is not a value of BufferStorage; use one of {2}");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        int storage = declaration.Options.Storage;
        if (!Enum.IsDefined(typeof(StorageMode), storage))
        {
            yield return Diagnostic.Create(
                Rule, declaration.OriginOf("Storage"), declaration.Type.Name, storage, string.Join(", ", Enum.GetNames(typeof(StorageMode))));
        }
    }
}
