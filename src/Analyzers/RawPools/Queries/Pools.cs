using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.RawPools;

/// <summary>What a rental of a pool is, which decides how it ends and which rules speak of it.</summary>
internal enum RentedKind
{
    Array,

    /// <summary>An <c>IMemoryOwner</c>, which its own Dispose ends.</summary>
    Owner,

    /// <summary>Any other object, such as a <c>StringBuilder</c>.</summary>
    Object,
}

/// <summary>A pool: a type whose methods rent and return, or one that derives from it.</summary>
/// <param name="Types">The declarations of the type. Several assemblies may have one of the same name.</param>
/// <param name="Rent">The name of the methods that rent.</param>
/// <param name="Return">The name of the methods that return; null for a pool of owners, which end themselves.</param>
/// <param name="MayLose">Whether the pool expects that some rentals are never returned.</param>
/// <param name="IsListed">Whether the option <c>pooledgen.pools</c> names it.</param>
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

/// <summary>The pools that the rules know in a compilation: those of the framework, and those that the option lists. Immutable and thread-safe.</summary>
internal sealed class Pools
{
    private const string ObjectPoolMetadataName = "Microsoft.Extensions.ObjectPool.ObjectPool`1";

    private readonly ILookup<string, Pool> _byRent;
    private readonly ILookup<string?, Pool> _byReturn;
    private readonly Pool[] _strict;

    private Pools(IReadOnlyList<Pool> all)
    {
        _byRent = all.ToLookup(static pool => pool.Rent);
        _byReturn = all.ToLookup(static pool => pool.Return);
        HaveObjects = all.Any(static pool => pool.HasObjects);
        ReturnNames = [.. all.Select(static pool => pool.Return).OfType<string>().Distinct()];
        _strict = [.. all.Where(static pool => !pool.MayLose)];
        RentNames = [.. _strict.Select(static pool => pool.Rent).Distinct()];
    }

    /// <summary>Whether a pool rents other things than arrays and owners.</summary>
    public bool HaveObjects { get; }

    /// <summary>The names of the methods that return.</summary>
    public IReadOnlyList<string> ReturnNames { get; }

    /// <summary>The names of the methods that rent what must be returned.</summary>
    public IReadOnlyList<string> RentNames { get; }

    /// <summary>The pools of a compilation; null if it has none.</summary>
    public static Pools? In(Compilation compilation, AnalyzerConfigOptionsProvider options)
    {
        Pool[] all =
        [
            new(compilation.GetTypesByMetadataName(Framework.ArrayPoolMetadataName), "Rent", "Return"),
            new(compilation.GetTypesByMetadataName(Framework.MemoryPoolMetadataName), "Rent", Return: null),
            new(compilation.GetTypesByMetadataName(ObjectPoolMetadataName), "Get", "Return", MayLose: true),
            .. PoolOption.EntriesFor(compilation, options).Select(entry => entry.Resolve(compilation).Pool).OfType<Pool>(),
        ];
        Pool[] known = [.. all.Where(static pool => pool.Types.Count > 0)];
        return known.Length > 0 ? new Pools(known) : null;
    }

    /// <summary>Whether a pool that expects its rentals back may rent a value of the type.</summary>
    public bool MayRent(ITypeSymbol? type) => _strict.Any(pool => pool.Rents(type));

    /// <summary>The pool that the call rents from; null if it rents from none.</summary>
    public Pool? RentedFrom(IInvocationOperation call) => Find(_byRent[call.TargetMethod.Name], call);

    /// <summary>What the call returns to its pool; null if it returns nothing.</summary>
    public IOperation? ReturnedBy(IInvocationOperation call) => Find(_byReturn[call.TargetMethod.Name], call)?.ReturnedBy(call);

    private static Pool? Find(IEnumerable<Pool> pools, IInvocationOperation call)
    {
        foreach (Pool pool in pools)
        {
            if (pool.Is(call.TargetMethod.ContainingType))
                return pool;
        }

        return null;
    }
}
