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
    /// A rule for <c>ArrayPool</c>, <c>MemoryPool</c> and listed pools. It is only a suggestion, because adding PooledGen must not break a build. The package
    /// PooledGen.Analyzers raises some where a project references it: see its build/PooledGen.Analyzers.targets.
    /// </summary>
    public static DiagnosticDescriptor RawPool(string id, string title, string message, DiagnosticSeverity severity = DiagnosticSeverity.Info)
        => Rule(id, title, message, "PooledGen.RawPool", severity);

    private static DiagnosticDescriptor Rule(string id, string title, string message, string category, DiagnosticSeverity severity, params string[] tags)
    {
        string[] all = CweOf(id) is { } cwe ? [.. tags, $"external/cwe/cwe-{cwe}"] : tags;
        return new(id, title, message, category, severity, isEnabledByDefault: true, description: null, $"{RulePages}{id}.md", all);
    }

    // The label by which code scanning groups a finding. A second Dispose of a rental is harmless, so it has none.
    private static int? CweOf(string id) => id switch
    {
        "PG0201" or "PG0218" => 415, // double free
        "PG0104" or "PG0108" or "PG0202" => 416, // use after free
        "PG0101" or "PG0102" or "PG0103" or "PG0109" or "PG0203" or "PG0204" => 772, // missing release after effective lifetime
        "PG0214" => 762, // mismatched memory management routines
        "PG0219" => 226, // sensitive information in a resource that is not removed before reuse: PG0205 reports also what nobody sees
        _ => null,
    };
}
