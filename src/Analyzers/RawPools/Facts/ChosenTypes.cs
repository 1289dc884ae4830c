using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Finds out whether a type parameter may stand for a type with references: other assemblies may choose one, or the project does. A parameter is
/// searched for once, for the body that asks first. This type is thread-safe.
/// </summary>
internal sealed class ChosenTypes
{
    private static readonly ConditionalWeakTable<Compilation, ChosenTypes> s_known = new();

    private readonly ConcurrentDictionary<ITypeParameterSymbol, bool> _answers = new(SymbolEqualityComparer.Default);
    private readonly Compilation _compilation;

    private ChosenTypes(Compilation compilation) => _compilation = compilation;

    public static ChosenTypes In(Compilation compilation) => s_known.GetValue(compilation, static key => new ChosenTypes(key));

    /// <summary>Whether the parameter may stand for a type with references.</summary>
    /// <param name="parameter">A parameter that may stand for a class.</param>
    /// <param name="holdsReferences">Whether a type other than a type parameter has references.</param>
    /// <param name="cancellation">Cancels the search.</param>
    public bool MayHoldReferences(ITypeParameterSymbol parameter, Func<ITypeSymbol, bool> holdsReferences, CancellationToken cancellation)
        => _answers.GetOrAdd(parameter, _ => IsChosen(parameter, holdsReferences, new(SymbolEqualityComparer.Default), cancellation));

    private bool IsChosen(
        ITypeParameterSymbol parameter, Func<ITypeSymbol, bool> holdsReferences, HashSet<ITypeParameterSymbol> seen, CancellationToken cancellation)
        => seen.Add(parameter)
            && (IsVisibleOutside(parameter.ContainingSymbol)
                || ArgumentsFor(parameter, cancellation).Any(argument => argument is ITypeParameterSymbol other
                    ? !other.HasValueTypeConstraint && (other.HasReferenceTypeConstraint || IsChosen(other, holdsReferences, seen, cancellation))
                    : holdsReferences(argument)));

    private static bool IsVisibleOutside(ISymbol? symbol)
    {
        for (; symbol is not (null or INamespaceSymbol); symbol = symbol.ContainingSymbol)
        {
            if (symbol.DeclaredAccessibility is not (Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal))
                return false;
        }

        return true;
    }

    // The types that the project's code names, or that the compiler infers for a call.
    private IEnumerable<ITypeSymbol> ArgumentsFor(ITypeParameterSymbol parameter, CancellationToken cancellation)
    {
        ISymbol owner = parameter.ContainingSymbol;
        var search = new WordSearch([owner.Name]);
        foreach (SyntaxTree tree in _compilation.SyntaxTrees.WithCheckpoints(cancellation))
        {
            List<int> positions = search.PositionsIn(tree.GetText(cancellation), cancellation);
            if (positions.Count == 0)
                continue;

            SyntaxNode root = tree.GetRoot(cancellation);
            SemanticModel model = _compilation.GetSemanticModel(tree);
            foreach (int position in positions.WithCheckpoints(cancellation))
            {
                ISymbol? used = root.FindToken(position).Parent is SimpleNameSyntax name ? model.GetSymbolInfo(name, cancellation).Symbol : null;
                if (SymbolEqualityComparer.Default.Equals(used?.OriginalDefinition, owner))
                    yield return (used is IMethodSymbol method ? method.TypeArguments : ((INamedTypeSymbol)used!).TypeArguments)[parameter.Ordinal];
            }
        }
    }
}
