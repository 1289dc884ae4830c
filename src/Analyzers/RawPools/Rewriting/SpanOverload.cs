using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>The overload pairs of the framework such as <c>Read(array, offset, count)</c> and <c>Read(span)</c>, which mean the same.</summary>
internal static class SpanOverload
{
    private static readonly ViewOverload s_search = new(
        static type => type is { Name: "Span" or "ReadOnlySpan", IsRefLikeType: true }, SymbolEqualityComparer.Default.Equals);

    /// <summary>Whether a call has an overload with a span in place of the array, offset and count at a position.</summary>
    /// <param name="call">The call: a method, or a constructor.</param>
    /// <param name="position">The array's position in the argument list.</param>
    /// <param name="readOnlySpan">Whether the overload only reads, because it takes a <c>ReadOnlySpan</c>.</param>
    /// <param name="model">The model of the call.</param>
    public static bool Exists(SyntaxNode call, int position, SemanticModel model, out bool readOnlySpan)
    {
        IMethodSymbol? found = s_search.Find(call, position, model);
        readOnlySpan = found?.Parameters[position].Type.Name == "ReadOnlySpan";
        return found is not null;
    }
}
