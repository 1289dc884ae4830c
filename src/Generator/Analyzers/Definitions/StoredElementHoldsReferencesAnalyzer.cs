using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0025: Native code can do nothing with references, and the garbage collector does not look for them outside of its heap.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class StoredElementHoldsReferencesAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0025",
        "Stored element holds references",
        "The Storage of '{0}' is {1}, but its element '{2}' holds references; leave Storage out, or name an element without references");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.Options.HasStableAddress
            && IsElement(declaration)
            && ElementReferences.AreIn(declaration.Element, declaration.Compilation))
        {
            yield return Diagnostic.Create(
                Rule,
                declaration.LocationOf("Storage"),
                declaration.Type.Name,
                (StorageMode)declaration.Options.Storage,
                declaration.Element.ToDisplayString());
        }
    }

    // Other rules report what is no element at all.
    private static bool IsElement(BufferDeclaration declaration)
        => !declaration.IsTypeParameterUnknown
            && !(declaration is { IsElementMode: true, IsOfValidKind: false })
            && ElementCannotBePooledAnalyzer.Obstacle(declaration) is null;
}
