using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers;

/// <summary>PG0015: A policy must be one of its enum's values.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PolicyIsUndefinedAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0015",
        "Policy is undefined",
        "{0} of '{1}' is {2}, which is not a value of {3}");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (!Enum.IsDefined(typeof(OversizeMode), declaration.Options.Oversize))
            yield return Diagnostic.Create(Rule, declaration.LocationOf("Oversize"), "Oversize", declaration.Type.Name, declaration.Options.Oversize, "OversizePolicy");

        if (!Enum.IsDefined(typeof(ClearMode), declaration.Options.Clear))
            yield return Diagnostic.Create(Rule, declaration.LocationOf("Clear"), "Clear", declaration.Type.Name, declaration.Options.Clear, "ClearPolicy");
    }
}
