using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Finds the overload of a framework method that takes a view of the elements, where the method takes an array, an offset and a count.</summary>
/// <param name="isView">Whether a type is such a view.</param>
/// <param name="returnsTheSame">Whether code that uses the method's result (second) can use the overload's result (first).</param>
internal sealed class ViewOverload(Func<ITypeSymbol, bool> isView, Func<ITypeSymbol, ITypeSymbol, bool> returnsTheSame)
{
    /// <summary>The overload; null if there is none.</summary>
    /// <param name="call">The call: a method, or a constructor.</param>
    /// <param name="position">The array's position in the argument list.</param>
    /// <param name="model">The model of the call.</param>
    public IMethodSymbol? Find(SyntaxNode call, int position, SemanticModel model)
        => model.GetSymbolInfo(call).Symbol is IMethodSymbol method
            && position + 2 < method.Parameters.Length
            && IsOfTheFramework(method)
            && !IsInTheOverload(call, method, model)
                ? TypeAndBases(method.ContainingType)
                    .SelectMany(type => type.GetMembers(method.Name))
                    .OfType<IMethodSymbol>()
                    .FirstOrDefault(other => IsTwin(other, method, position))
                : null;

    /// <summary>Whether the method belongs to the framework or overrides one of its methods. The overloads of other code may differ in meaning.</summary>
    public static bool IsOfTheFramework(IMethodSymbol method)
    {
        while (method.OverriddenMethod is { } overridden)
            method = overridden;

        return Framework.Owns(method);
    }

    // Read(span) that calls Read(array, offset, count) would call itself for ever, if only on an older target that lacks the framework's overload.
    private bool IsInTheOverload(SyntaxNode call, IMethodSymbol method, SemanticModel model)
    {
        ISymbol? around = model.GetEnclosingSymbol(call.SpanStart);
        while (around is IMethodSymbol function && !(function.Name == method.Name && function.Parameters.Any(parameter => isView(parameter.Type))))
            around = around.ContainingSymbol;

        return around is IMethodSymbol;
    }

    // Optional parameters may follow, such as a cancellation token.
    private bool IsTwin(IMethodSymbol other, IMethodSymbol method, int position)
    {
        int following = method.Parameters.Length - position - 3;
        return other.DeclaredAccessibility == Accessibility.Public
            && other.IsStatic == method.IsStatic
            && other.Arity == 0
            && returnsTheSame(other.ReturnType, method.ReturnType)
            && other.Parameters.Length > position + following
            && IsViewOf(other.Parameters[position].Type, method.Parameters[position].Type)
            && SameTypes(other.Parameters.Take(position), method.Parameters.Take(position))
            && SameTypes(other.Parameters.Skip(position + 1).Take(following), method.Parameters.Skip(position + 3))
            && other.Parameters.Skip(position + 1 + following).All(static parameter => parameter.IsOptional);
    }

    private bool IsViewOf(ITypeSymbol view, ITypeSymbol array)
        => isView(view)
            && view is INamedTypeSymbol { TypeArguments: [{ } element] }
            && array is IArrayTypeSymbol { Rank: 1 } elements
            && SymbolEqualityComparer.Default.Equals(element, elements.ElementType);

    private static bool SameTypes(IEnumerable<IParameterSymbol> one, IEnumerable<IParameterSymbol> other)
        => one.Select(static parameter => parameter.Type).SequenceEqual(other.Select(static parameter => parameter.Type), SymbolEqualityComparer.Default);

    private static IEnumerable<INamedTypeSymbol> TypeAndBases(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.BaseType)
            yield return current;
    }
}
