using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0001: The annotated struct must be partial.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class TypeIsNotPartialAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0001",
        "Type is not partial",
        "'{0}' is not partial; declare it as a partial struct, so that the generator can add its part");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        // TypeIsNotAStructAnalyzer reports other kinds of types.
        if (declaration.IsOfValidKind && !PartialTypes.IsPartial(declaration.Type))
            yield return Diagnostic.Create(Rule, declaration.NameLocation, declaration.Type.Name);
    }
}
