using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>
/// What PG0203 and PG0204 tell their fix, which cannot follow rentals: at the diagnostic's location and at each additional one, a local has an array that no
/// other code holds on any path, and that only <c>Return</c> with the name of the local ends.
/// </summary>
internal static class LocalRental
{
    private const string Name = "LocalRental";

    /// <summary>The properties of a diagnostic about such an array.</summary>
    public static ImmutableDictionary<string, string?> Properties { get; } = ImmutableDictionary<string, string?>.Empty.Add(Name, null);

    /// <summary>Whether a diagnostic is about such an array.</summary>
    public static bool IsAt(Diagnostic diagnostic) => diagnostic.Properties.ContainsKey(Name);
}
