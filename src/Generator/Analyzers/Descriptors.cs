using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers;

/// <summary>Creates the descriptors of the rules: each kind of rule has a severity, and each id has a page of documentation.</summary>
internal static class Descriptors
{
    private const string RulePages = "https://github.com/pooledgen/pooledgen/blob/main/docs/rules/";

    /// <summary>
    /// A rule for annotated types: an error, because the declaration gets no members, or only placeholders. The first tag keeps pragmas, NoWarn and
    /// .editorconfig from silencing it, the second one SuppressMessage: otherwise nothing would say why the members are missing.
    /// </summary>
    public static DiagnosticDescriptor Definition(string id, string title, string message) => Rule(
        id,
        title,
        message,
        "PooledGen.Definition",
        DiagnosticSeverity.Error,
        WellKnownDiagnosticTags.NotConfigurable,
        WellKnownDiagnosticTags.Compiler);

    /// <summary>A rule for annotated types that have their members: a warning.</summary>
    public static DiagnosticDescriptor DefinitionWarning(string id, string title, string message)
        => Rule(id, title, message, "PooledGen.Definition", DiagnosticSeverity.Warning);

    /// <summary>A rule for renters, owners and writers: a warning by default, an error if the code is always wrong, a suggestion if it may be right.</summary>
    public static DiagnosticDescriptor Rental(string id, string title, string message, DiagnosticSeverity severity = DiagnosticSeverity.Warning)
        => Rule(id, title, message, "PooledGen.Rental", severity);

    /// <summary>
    /// A rule for <c>ArrayPool</c> and <c>MemoryPool</c>. It is only a suggestion, because adding PooledGen must not break a build. The package
    /// PooledGen.Analyzers raises some where a project references it: see its build/PooledGen.Analyzers.targets.
    /// </summary>
    public static DiagnosticDescriptor RawPool(string id, string title, string message)
        => Rule(id, title, message, "PooledGen.RawPool", DiagnosticSeverity.Info);

    private static DiagnosticDescriptor Rule(string id, string title, string message, string category, DiagnosticSeverity severity, params string[] tags)
        => new(id, title, message, category, severity, isEnabledByDefault: true, helpLinkUri: $"{RulePages}{id}.md", customTags: tags);
}
