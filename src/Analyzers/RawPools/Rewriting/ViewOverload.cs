using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>
/// Finds the overload of a framework method that takes a view of the elements, and means the same, where the method takes an array, an offset and a count.
/// </summary>
internal static class ViewOverload
{
    /// <summary>Whether there is an overload such as <c>Read(span)</c> of <c>Read(array, offset, count)</c>.</summary>
    /// <param name="call">The call: a method, or a constructor.</param>
    /// <param name="position">The array's position in the argument list.</param>
    /// <param name="model">The model of the call.</param>
    public static bool OfASpan(SyntaxNode call, int position, SemanticModel model)
        => Exists(call, position, model, static type => type?.Name is "Span" or "ReadOnlySpan", SymbolEqualityComparer.Default.Equals);

    /// <summary>
    /// Whether there is an overload such as <c>ReadAsync(memory)</c>, which returns a value task, of <c>ReadAsync(array, offset, count)</c>, which returns a
    /// task. Only for a call that is awaited at once: a value task can be awaited once, and cannot be kept or combined as a task can.
    /// </summary>
    public static bool OfAMemory(SyntaxNode call, int position, SemanticModel model)
        => IsAwaited(call) && Exists(call, position, model, static type => type?.Name is "Memory" or "ReadOnlyMemory", IsTheSameIfAwaited);

    private static bool Exists(
        SyntaxNode call, int position, SemanticModel model, Func<ITypeSymbol?, bool> isView, Func<ITypeSymbol, ITypeSymbol, bool> returnsTheSame)
        => model.GetSymbolInfo(call).Symbol is IMethodSymbol method
            && position + 2 < method.Parameters.Length
            && IsOfTheFramework(method)
            && !IsInTheOverload(call, method, model, isView)
            && TypeAndBases(method.ContainingType)
                .SelectMany(type => type.GetMembers(method.Name))
                .OfType<IMethodSymbol>()
                .Any(other => isView(other.Parameters.ElementAtOrDefault(position)?.Type) && returnsTheSame(other.ReturnType, method.ReturnType)
                    && IsTwin(other, method, position));

    /// <summary>Whether the method belongs to the framework or overrides one of its methods. The overloads of other code may differ in meaning.</summary>
    public static bool IsOfTheFramework(IMethodSymbol method)
    {
        while (method.OverriddenMethod is { } overridden)
            method = overridden;

        return Framework.Owns(method);
    }

    // Read(span) that calls Read(array, offset, count) would call itself for ever, if only on an older target that lacks the framework's overload.
    private static bool IsInTheOverload(SyntaxNode call, IMethodSymbol method, SemanticModel model, Func<ITypeSymbol?, bool> isView)
    {
        ISymbol? around = model.GetEnclosingSymbol(call.SpanStart);
        while (around is IMethodSymbol function && !(function.Name == method.Name && function.Parameters.Any(parameter => isView(parameter.Type))))
            around = around.ContainingSymbol;

        return around is IMethodSymbol;
    }

    // Optional parameters may follow, such as a cancellation token.
    private static bool IsTwin(IMethodSymbol other, IMethodSymbol method, int position)
    {
        int following = method.Parameters.Length - position - 3;
        return other.DeclaredAccessibility == Accessibility.Public
            && other.IsStatic == method.IsStatic
            && other.Arity == 0
            && other.Parameters.Length > position + following
            && IsViewOf(other.Parameters[position].Type, method.Parameters[position].Type)
            && SameTypes(other.Parameters.Take(position), method.Parameters.Take(position))
            && SameTypes(other.Parameters.Skip(position + 1).Take(following), method.Parameters.Skip(position + 3))
            && other.Parameters.Skip(position + 1 + following).All(static parameter => parameter.IsOptional);
    }

    private static bool IsViewOf(ITypeSymbol view, ITypeSymbol array)
        => view is INamedTypeSymbol { TypeArguments: [{ } element], ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } }
            && array is IArrayTypeSymbol { Rank: 1 } elements
            && SymbolEqualityComparer.Default.Equals(element, elements.ElementType);

    private static bool SameTypes(IEnumerable<IParameterSymbol> one, IEnumerable<IParameterSymbol> other)
        => one.Select(static parameter => parameter.Type).SequenceEqual(other.Select(static parameter => parameter.Type), SymbolEqualityComparer.Default);

    private static IEnumerable<INamedTypeSymbol> TypeAndBases(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.BaseType)
            yield return current;
    }

    private static bool IsAwaited(SyntaxNode call) => call.Parent switch
    {
        AwaitExpressionSyntax => true,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Parent: InvocationExpressionSyntax configured }
            => configured.Parent is AwaitExpressionSyntax,
        _ => false,
    };

    private static bool IsTheSameIfAwaited(ITypeSymbol overload, ITypeSymbol method)
        => SymbolEqualityComparer.Default.Equals(overload, method)
            || (overload is INamedTypeSymbol { Name: "ValueTask" } valueTask
                && method is INamedTypeSymbol { Name: "Task" } task
                && valueTask.TypeArguments.AsEnumerable().SequenceEqual(task.TypeArguments, SymbolEqualityComparer.Default));
}
