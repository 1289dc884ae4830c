using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers;

/// <summary>What all rules have in common: the severity of their kind, and a page of documentation named after the id.</summary>
internal static class Descriptors
{
    private const string RulePages = "https://github.com/pooledgen/pooledgen/blob/main/docs/rules/";

    /// <summary>A rule for annotated types: an error, because there is nothing that could be generated.</summary>
    public static DiagnosticDescriptor Definition(string id, string title, string message)
        => new(id, title, message, "PooledGen.Definition", DiagnosticSeverity.Error, isEnabledByDefault: true, helpLinkUri: $"{RulePages}{id}.md");
}
