using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.RawPools;

/// <summary>A pool: a type whose methods rent and return, or one that derives from it.</summary>
/// <param name="Types">The declarations of the type. Several assemblies may have one of the same name.</param>
/// <param name="Rent">The name of the methods that rent.</param>
/// <param name="Return">The name of the methods that return; null for a pool of owners, which end themselves.</param>
/// <param name="MayLose">Whether the pool expects that some rentals are never returned.</param>
/// <param name="IsListed">Whether the option <c>pooledgen_pools</c> names it.</param>
internal sealed record Pool(IReadOnlyList<INamedTypeSymbol> Types, string Rent, string? Return, bool MayLose = false, bool IsListed = false)
{
    /// <summary>What the methods give that rent, in the words of their declarations.</summary>
    private IReadOnlyList<ITypeSymbol> Rented { get; } = [.. Types.SelectMany(type => MethodsOf(type, Rent)).Select(static method => method.ReturnType)];

    /// <summary>Whether it rents other things than arrays and owners.</summary>
    public bool HasObjects => Rented.Any(static type => RawPoolProtocol.KindOf(type) == RentedKind.Object);

    /// <summary>Whether the type is the pool, or derives from it.</summary>
    public bool Is(INamedTypeSymbol? type)
    {
        for (; type is not null; type = type.BaseType)
        {
            foreach (INamedTypeSymbol declared in Types)
            {
                if (SymbolEqualityComparer.Default.Equals(type.OriginalDefinition, declared))
                    return true;
            }
        }

        return false;
    }

    /// <summary>Whether the pool may rent a value of the type.</summary>
    public bool Rents(ITypeSymbol? type) => type is not null && Rented.Any(rented => rented is ITypeParameterSymbol
        ? type.IsReferenceType
        : SymbolEqualityComparer.Default.Equals(rented.OriginalDefinition, type.OriginalDefinition));

    /// <summary>
    /// What a call of the method that returns gives back: the argument for which the pool declares the type that it rents, or else the first. A method of
    /// the rented object itself, such as <c>builder.Free()</c>, gives back its instance.
    /// </summary>
    public IOperation? ReturnedBy(IInvocationOperation call)
    {
        if (call.Arguments.FirstOrDefault(argument => argument.Parameter is { OriginalDefinition.Type: var type } && IsRented(type)) is { } rented)
            return rented.Value;

        return IsRented(call.TargetMethod.ContainingType.OriginalDefinition)
            ? call.Instance
            : call.Arguments.FirstOrDefault(static argument => argument.Parameter?.Ordinal == 0)?.Value;
    }

    /// <summary>The methods of this name that the type or a base type declares.</summary>
    public static IEnumerable<IMethodSymbol> MethodsOf(INamedTypeSymbol type, string name)
    {
        for (INamedTypeSymbol? declaring = type; declaring is not null; declaring = declaring.BaseType)
        {
            foreach (IMethodSymbol method in declaring.OriginalDefinition.GetMembers(name).OfType<IMethodSymbol>())
                yield return method;
        }
    }

    // A generic method's type parameters are its own.
    private bool IsRented(ITypeSymbol type) => Rented.Any(rented => type is ITypeParameterSymbol { DeclaringMethod: not null }
        ? rented is ITypeParameterSymbol { DeclaringMethod: not null }
        : SymbolEqualityComparer.Default.Equals(rented.OriginalDefinition, type.OriginalDefinition));
}
