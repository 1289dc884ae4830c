using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0013: A file-local type cannot have a part in another file.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class TypeIsFileLocalAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0013",
        "Type is file-local",
        "'{0}' is file-local, so the generated file cannot add its part; drop the 'file' modifier of '{1}'");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        for (INamedTypeSymbol? type = declaration.Type; type is not null; type = type.ContainingType)
        {
            if (type.IsFileLocal)
                yield return Diagnostic.Create(Rule, declaration.NameLocation, declaration.Type.Name, type.Name);
        }
    }
}
