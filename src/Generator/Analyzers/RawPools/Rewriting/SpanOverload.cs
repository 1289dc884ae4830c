using Microsoft.CodeAnalysis;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>Finds the overload pairs of the framework, such as <c>Read(array, offset, count)</c> and <c>Read(span)</c>, which mean the same.</summary>
internal static class SpanOverload
{
    /// <summary>Whether a call has an overload with a span in place of the array, offset and count at a position.</summary>
    /// <param name="call">The call: a method, or a constructor.</param>
    /// <param name="position">The array's position in the argument list.</param>
    /// <param name="readOnlySpan">Whether the overload only reads, because it takes a <c>ReadOnlySpan</c>.</param>
    /// <param name="model">The model of the call.</param>
    public static bool Exists(SyntaxNode call, int position, SemanticModel model, out bool readOnlySpan)
    {
        readOnlySpan = false;
        if (model.GetSymbolInfo(call).Symbol is not IMethodSymbol method
            || position + 2 >= method.Parameters.Length
            || !IsOfTheFramework(method)
            || IsInASpanOverload(call, method, model))
        {
            return false;
        }

        IMethodSymbol? twin = TypeAndBases(method.ContainingType)
            .SelectMany(type => type.GetMembers(method.Name))
            .OfType<IMethodSymbol>()
            .FirstOrDefault(other => IsTwin(other, method, position));
        readOnlySpan = twin?.Parameters[position].Type.Name == "ReadOnlySpan";
        return twin is not null;
    }

    // Read(span) that calls Read(array, offset, count) would call itself for ever, if only on an older target that lacks the framework's overload.
    private static bool IsInASpanOverload(SyntaxNode call, IMethodSymbol method, SemanticModel model)
    {
        ISymbol? around = model.GetEnclosingSymbol(call.SpanStart);
        while (around is IMethodSymbol function && !(function.Name == method.Name && function.Parameters.Any(static parameter => IsSpan(parameter.Type))))
            around = around.ContainingSymbol;

        return around is IMethodSymbol;
    }

    private static bool IsTwin(IMethodSymbol other, IMethodSymbol method, int position)
        => other.DeclaredAccessibility == Accessibility.Public
            && other.IsStatic == method.IsStatic
            && other.Arity == 0
            && SymbolEqualityComparer.Default.Equals(other.ReturnType, method.ReturnType)
            && other.Parameters.Length > position
            && IsSpanOf(other.Parameters[position].Type, method.Parameters[position].Type)
            && SameTypes(other.Parameters.Take(position), method.Parameters.Take(position))
            && SameTypes(other.Parameters.Skip(position + 1).Where(static parameter => !parameter.IsOptional), method.Parameters.Skip(position + 3));

    private static bool IsSpan(ITypeSymbol type) => type is { Name: "Span" or "ReadOnlySpan", IsRefLikeType: true };

    private static bool IsSpanOf(ITypeSymbol span, ITypeSymbol array)
        => IsSpan(span)
            && span is INamedTypeSymbol { TypeArguments: [{ } element] }
            && array is IArrayTypeSymbol { Rank: 1 } elements
            && SymbolEqualityComparer.Default.Equals(element, elements.ElementType);

    private static bool SameTypes(IEnumerable<IParameterSymbol> one, IEnumerable<IParameterSymbol> other)
        => one.Select(static parameter => parameter.Type).SequenceEqual(other.Select(static parameter => parameter.Type), SymbolEqualityComparer.Default);

    /// <summary>Whether the method belongs to the framework or overrides one of its methods. The overloads of other code may differ in meaning.</summary>
    public static bool IsOfTheFramework(IMethodSymbol method)
    {
        while (method.OverriddenMethod is { } overridden)
            method = overridden;

        return Framework.Owns(method);
    }

    private static IEnumerable<INamedTypeSymbol> TypeAndBases(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.BaseType)
            yield return current;
    }
}
