using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers;

/// <summary>Creates the descriptors of the rules about declarations, which are errors but for one. Each id has a page of documentation.</summary>
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

    /// <summary>A rule of any kind.</summary>
    public static DiagnosticDescriptor Rule(string id, string title, string message, string category, DiagnosticSeverity severity, params string[] tags)
        => new(id, title, message, category, severity, isEnabledByDefault: true, description: null, $"{RulePages}{id}.md", tags);
}
