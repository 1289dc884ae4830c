using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0002: Every type around the annotated struct must be partial.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ContainingTypeIsNotPartialAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0002",
        "Containing type is not partial",
        "'{0}' is not partial; it contains the pooled buffer '{1}', so declare it partial too");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        foreach (INamedTypeSymbol container in TypeTree.ContainersOf(declaration.Type))
        {
            if (!PartialTypes.IsPartial(container))
                yield return Diagnostic.Create(Rule, declaration.NameLocation, container.Name, declaration.Type.Name);
        }
    }
}
