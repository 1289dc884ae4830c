using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Rewrites rent, use and return, with or without a finally: the local becomes a renter, or an owner in an async method.</summary>
internal static class ArrayRewrite
{
    public static RenterRewrite? Find(
        BlockRental rental, Replacement replacement, SemanticModel model, SourceText text, CancellationToken cancellation)
    {
        var use = new RenterUse(rental.Rent.Length, rental.Block, replacement, model, cancellation);
        return rental.Rewrite(rental.Uses, use.Rewrite, replacement, model, text, cancellation);
    }
}
