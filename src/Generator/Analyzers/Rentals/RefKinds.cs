using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>What the compiler that we build against does not know yet.</summary>
internal static class RefKinds
{
    /// <summary>A <c>ref readonly</c> parameter, of C# 12.</summary>
    public const RefKind RefReadOnly = (RefKind)4;
}
