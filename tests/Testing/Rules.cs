extern alias rules;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator;
using rules::PooledGen.Analyzers.RawPools;

namespace PooledGen.Testing;

/// <summary>The analyzers of the package.</summary>
public static class Rules
{
    private static readonly string[] s_hints = ["PG0102", "PG0204", "PG0206"];

    /// <summary>All of them, by the id of their rule.</summary>
    public static ImmutableArray<DiagnosticAnalyzer> All { get; } =
    [
        .. new[] { typeof(PooledBufferGenerator), typeof(ArrayIsNotReturnedAnalyzer) }
            .SelectMany(type => type.Assembly.GetTypes())
            .Where(type => type.IsSubclassOf(typeof(DiagnosticAnalyzer)) && !type.IsAbstract)
            .Select(type => (DiagnosticAnalyzer)Activator.CreateInstance(type)!)
            .OrderBy(rule => rule.SupportedDiagnostics[0].Id, StringComparer.Ordinal),
    ];

    /// <summary>Whether a careful maintainer may leave what the rule reports. All other rules report bugs, whatever their severity is.</summary>
    public static bool IsHint(string id) => s_hints.Contains(id);
}
