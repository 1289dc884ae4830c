using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0015: A policy must be one of its enum's values.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PolicyIsUndefinedAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0015",
        "Policy is undefined",
        "The {0} policy of '{1}' is {2}, which is not a value of {3}; use one of {4}");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (!Enum.IsDefined(typeof(OversizeMode), declaration.Options.Oversize))
            yield return Report(declaration, "Oversize", declaration.Options.Oversize, typeof(OversizeMode));

        if (!Enum.IsDefined(typeof(ClearMode), declaration.Options.Clear))
            yield return Report(declaration, "Clear", declaration.Options.Clear, typeof(ClearMode));
    }

    private Diagnostic Report(BufferDeclaration declaration, string option, int value, Type policies) => Diagnostic.Create(
        Rule, declaration.OriginOf(option), option, declaration.Type.Name, value, option + "Policy", string.Join(", ", Enum.GetNames(policies)));
}
