using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Rentals;

/// <summary>The reference kinds that are missing from the Roslyn version that we build against.</summary>
internal static class RefKinds
{
    /// <summary>The <c>ref readonly</c> parameter of C# 12.</summary>
    public const RefKind RefReadOnly = (RefKind)4;
}
