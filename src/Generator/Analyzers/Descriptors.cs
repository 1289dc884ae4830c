using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers;

/// <summary>What all rules have in common: the severity of their kind, and a page of documentation named after the id.</summary>
internal static class Descriptors
{
    private const string RulePages = "https://github.com/pooledgen/pooledgen/blob/main/docs/rules/";

    /// <summary>A rule for annotated types: an error where there is nothing that could be generated.</summary>
    public static DiagnosticDescriptor Definition(string id, string title, string message, DiagnosticSeverity severity = DiagnosticSeverity.Error)
        => Rule(id, title, message, "PooledGen.Definition", severity);

    /// <summary>A rule for renters, owners and writers: a warning, unless the code cannot be right, or may be as it is meant.</summary>
    public static DiagnosticDescriptor Rental(string id, string title, string message, DiagnosticSeverity severity = DiagnosticSeverity.Warning)
        => Rule(id, title, message, "PooledGen.Rental", severity);

    /// <summary>
    /// A rule for <c>ArrayPool</c> and <c>MemoryPool</c>: a suggestion, because a project that only adds the package must build as before. The project
    /// raises it: see build/PooledGen.targets of the package.
    /// </summary>
    public static DiagnosticDescriptor RawPool(string id, string title, string message)
        => Rule(id, title, message, "PooledGen.RawPool", DiagnosticSeverity.Info);

    private static DiagnosticDescriptor Rule(string id, string title, string message, string category, DiagnosticSeverity severity)
        => new(id, title, message, category, severity, isEnabledByDefault: true, helpLinkUri: $"{RulePages}{id}.md");
}
