using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0009: The annotated type must be a plain struct.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class TypeIsNotAStructAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0009",
        "Type is not a struct",
        "'{0}' is {1}; declare the pooled buffer as a partial struct");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (!declaration.IsOfValidKind)
            yield return Diagnostic.Create(Rule, declaration.NameLocation, declaration.Type.Name, KindOf(declaration.Type));
    }

    private static string KindOf(INamedTypeSymbol type) => type switch
    {
        { TypeKind: TypeKind.Struct } => "a record struct",
        { TypeKind: TypeKind.Interface } => "an interface",
        { IsRecord: true } => "a record",
        _ => "a class",
    };
}
