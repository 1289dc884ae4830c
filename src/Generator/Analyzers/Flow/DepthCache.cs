using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>What is known of methods or parameters that are read through the calls of others, one table for each depth of calls.</summary>
internal static class DepthCache
{
    public static ConcurrentDictionary<TSymbol, TValue>[] Create<TSymbol, TValue>(int maxDepth)
        where TSymbol : class, ISymbol
        => [.. Enumerable.Range(0, maxDepth + 1).Select(static _ => new ConcurrentDictionary<TSymbol, TValue>(SymbolEqualityComparer.Default))];
}
