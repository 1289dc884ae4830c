using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>
/// What PG0203 tells its fix about an owner of another library: its <c>Dispose</c> is all that is missing, and the body has no other end, which a <c>using</c>
/// could repeat.
/// </summary>
internal static class DisposedRental
{
    private const string Name = "DisposedRental";

    /// <summary>The properties of a diagnostic about such an owner.</summary>
    public static ImmutableDictionary<string, string?> Properties { get; } = ImmutableDictionary<string, string?>.Empty.Add(Name, null);

    /// <summary>Whether a diagnostic is about such an owner.</summary>
    public static bool IsAt(Diagnostic diagnostic) => diagnostic.Properties.ContainsKey(Name);
}
