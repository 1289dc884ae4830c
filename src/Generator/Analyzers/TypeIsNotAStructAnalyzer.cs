using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers;

/// <summary>PG0009: The annotated type must be a plain struct.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class TypeIsNotAStructAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0009",
        "Type is not a struct",
        "'{0}' is a {1}; a pooled buffer is declared as a partial struct");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (Kind(declaration) is { } kind)
            yield return Diagnostic.Create(Rule, declaration.NameLocation, declaration.Type.Name, kind);
    }

    private static string? Kind(BufferDeclaration declaration) => declaration.Type switch
    {
        { TypeKind: TypeKind.Struct, IsRecord: false } => null,
        { TypeKind: TypeKind.Struct } when declaration.IsElementMode => null,
        { TypeKind: TypeKind.Struct } => "record struct",
        { TypeKind: TypeKind.Interface } => "interface",
        { IsRecord: true } => "record",
        _ => "class",
    };
}
