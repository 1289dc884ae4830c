using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0012: The emitted code needs C# 8.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class LanguageVersionIsTooOldAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0012",
        "Language version is too old",
        "'{0}' is compiled as C# {1}; pooled buffers need C# 8.0 or later (<LangVersion> in the project file)");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.LanguageVersion < LanguageVersion.CSharp8)
            yield return Diagnostic.Create(Rule, declaration.AttributeLocation, declaration.Type.Name, declaration.LanguageVersion.ToDisplayString());
    }
}
