using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers;

/// <summary>Creates the descriptors of the rules about code: each kind of rule has a severity.</summary>
internal static class CodeRules
{
    /// <summary>A rule for renters, owners and writers: a warning by default, an error if the code is always wrong, a suggestion if it may be right.</summary>
    public static DiagnosticDescriptor Rental(string id, string title, string message, DiagnosticSeverity severity = DiagnosticSeverity.Warning)
        => Rule(id, title, message, "PooledGen.Rental", severity);

    /// <summary>
    /// A rule for <c>ArrayPool</c>, <c>MemoryPool</c> and listed pools. It is only a suggestion, because adding PooledGen must not break a build. The package
    /// PooledGen.Analyzers raises some where a project references it: see its build/PooledGen.Analyzers.targets.
    /// </summary>
    public static DiagnosticDescriptor RawPool(string id, string title, string message, DiagnosticSeverity severity = DiagnosticSeverity.Info)
        => Rule(id, title, message, "PooledGen.RawPool", severity);

    private static DiagnosticDescriptor Rule(string id, string title, string message, string category, DiagnosticSeverity severity)
        => Descriptors.Rule(id, title, message, category, severity, CweOf(id) is { } cwe ? [$"external/cwe/cwe-{cwe}"] : []);

    // The label by which code scanning groups a finding. A second Dispose of PooledGen's own rentals is harmless, so PG0105 has none; PG0201 has one because
    // of arrays.
    private static int? CweOf(string id) => id switch
    {
        "PG0201" or "PG0218" or "PG0223" => 415, // double free
        "PG0104" or "PG0108" or "PG0202" => 416, // use after free
        "PG0101" or "PG0102" or "PG0103" or "PG0109" or "PG0203" or "PG0204" => 772, // missing release after effective lifetime
        "PG0214" => 762, // mismatched memory management routines
        "PG0219" => 226, // sensitive information in a resource that is not removed before reuse: PG0205 reports also what nobody sees
        _ => null,
    };
}
