using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.RawPools;

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
