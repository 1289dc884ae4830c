using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0008: A type is either a renter or an element.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ModesAreMixedAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0008",
        "Both modes at once",
        "'{0}' has {1} pooled-buffer attributes; it can be a renter ([PooledBuffer<T>]), an element ([PooledBuffer]) or a renter of columns ([PooledColumns])");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.Attributes.Length > 1)
            yield return Diagnostic.Create(Rule, declaration.NameLocation, declaration.Type.Name, declaration.Attributes.Length);
    }
}
