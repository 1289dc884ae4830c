using System.Collections.Immutable;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator;

namespace PooledGen.Testing;

/// <summary>The analyzers of the package.</summary>
public static class Rules
{
    /// <summary>All of them, by the id of their rule.</summary>
    public static ImmutableArray<DiagnosticAnalyzer> All { get; } =
    [
        .. typeof(PooledBufferGenerator).Assembly.GetTypes()
            .Where(type => type.IsSubclassOf(typeof(DiagnosticAnalyzer)) && !type.IsAbstract)
            .Select(type => (DiagnosticAnalyzer)Activator.CreateInstance(type)!)
            .OrderBy(rule => rule.SupportedDiagnostics[0].Id, StringComparer.Ordinal),
    ];
}
