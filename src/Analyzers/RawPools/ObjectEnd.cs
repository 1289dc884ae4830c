using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Finds the member of a type that ends an object's life, so that it has to end the rentals of the object.</summary>
internal static class ObjectEnd
{
    private static readonly string[] s_ends = ["Dispose", "DisposeAsync", "Close"];

    /// <summary>
    /// The name of the member; null if there is none. An object without an end may keep its array for the life of the process, such as a singleton. An
    /// object that goes back to a pool of objects keeps its array, too.
    /// </summary>
    public static string? Of(INamedTypeSymbol type, CancellationToken cancellation)
    {
        IMethodSymbol[] ends = [.. type.GetMembers().OfType<IMethodSymbol>().Where(static method => NameOf(method) is not null)];
        return Array.Exists(ends, method => HandsOnItself(method, cancellation))
            ? null
            : s_ends.FirstOrDefault(name => Array.Exists(ends, method => NameOf(method) == name));
    }

    private static string? NameOf(IMethodSymbol method)
    {
        string name = method.ExplicitInterfaceImplementations.FirstOrDefault()?.Name ?? method.Name;
        return method is { IsAbstract: false, IsStatic: false } && s_ends.Contains(name) ? name : null;
    }

    private static bool HandsOnItself(IMethodSymbol method, CancellationToken cancellation)
        => method.DeclaringSyntaxReferences
            .SelectMany(part => part.GetSyntax(cancellation).DescendantNodes().WithCheckpoints(cancellation))
            .Any(static node => node is ArgumentSyntax { Expression: ThisExpressionSyntax, Parent.Parent: var call }
                && !(call is InvocationExpressionSyntax invocation && MemberSyntax.NameOf(invocation) == "SuppressFinalize"));
}
