using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>
/// The overload pairs such as <c>ReadAsync(array, offset, count)</c>, which returns a task, and <c>ReadAsync(memory)</c>, which returns a value task.
/// </summary>
internal static class MemoryOverload
{
    private static readonly ViewOverload s_search = new(
        static type => type is { Name: "Memory" or "ReadOnlyMemory", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } },
        IsTheSameIfAwaited);

    /// <summary>Whether a call that is awaited at once has an overload with a memory in place of the array, offset and count at a position.</summary>
    /// <param name="call">The call.</param>
    /// <param name="position">The array's position in the argument list.</param>
    /// <param name="model">The model of the call.</param>
    public static bool Exists(SyntaxNode call, int position, SemanticModel model)
        => IsAwaited(call) && s_search.Find(call, position, model) is not null;

    // A value task can be awaited once, and cannot be kept or combined as a task can.
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
