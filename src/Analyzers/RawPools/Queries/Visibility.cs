using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Tells what other assemblies can use.</summary>
internal static class Visibility
{
    /// <summary>Whether the symbol, and each one that contains it, is visible outside of the assembly.</summary>
    public static bool IsOutside(ISymbol? symbol)
    {
        for (; symbol is not (null or INamespaceSymbol); symbol = symbol.ContainingSymbol)
        {
            if (symbol.DeclaredAccessibility is not (Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal))
                return false;
        }

        return true;
    }
}
