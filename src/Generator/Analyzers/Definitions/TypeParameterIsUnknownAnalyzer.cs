using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0019: The name of the element type must be the name of a type parameter.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class TypeParameterIsUnknownAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0019",
        "Type parameter is unknown",
        "'{0}' is not a type parameter of '{1}' or of a type that contains it; {2}");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        // TypeIsNotAStructAnalyzer reports a type that is not a struct.
        if (declaration is { IsTypeParameterUnknown: true, IsOfValidKind: true })
            yield return Diagnostic.Create(Rule, declaration.AttributeLocation, declaration.TypeParameterName, declaration.Type.Name, Advice(declaration.Type));
    }

    private static string Advice(INamedTypeSymbol type)
    {
        string[] names = [.. TypeTree.TypeParametersIn(type).Select(static parameter => $"nameof({TypeTree.NameOf(parameter)})").Distinct()];
        return names.Length > 0
            ? $"write {string.Join(" or ", names)}, or name a type: [PooledBuffer(typeof(byte), …)]"
            : "it has none, so name a type: [PooledBuffer(typeof(byte), …)]";
    }
}
