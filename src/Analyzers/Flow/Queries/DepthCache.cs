using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>Creates caches for methods or parameters that are analyzed through calls, one table for each call depth.</summary>
internal static class DepthCache
{
    public static ConcurrentDictionary<TSymbol, TValue>[] Create<TSymbol, TValue>(int maxDepth)
        where TSymbol : class, ISymbol
        => [.. Enumerable.Range(0, maxDepth + 1).Select(static _ => new ConcurrentDictionary<TSymbol, TValue>(SymbolEqualityComparer.Default))];
}
